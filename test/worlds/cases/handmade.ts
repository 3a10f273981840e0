import { quickstartWorldText } from '../../emulator/support/worlds.ts';

/**
 * Accounts made in the console of the quickstart world, with secrets that every output is searched
 * for.
 */
export function formatHandmadeWorld(secrets: {
  readonly crmKey: string;
  readonly clientSecret: string;
}): string {
  return `${quickstartWorldText}
accounts:
  - id: northwind-8812
    name: Northwind Traders
    timezone: Europe/Berlin
    connectors:
      - {name: CRM, connector: Sample CRM, version: "1.0", authValue: ${quote(secrets.crmKey)}, properties: {region: eu}}
      - name: Orders & files
        connector: Sample File Store
        authentication: API key
        authValue: files-key-not-a-secret
        properties: {rootFolder: /orders, port: "0022", ClientSecret: ${quote(secrets.clientSecret)}}
      - {name: Mailer, connector: Sample Mailer, authenticated: true}
      - {name: Our App, connector: Our App}
    cycles:
      - {template: Contacts to Files, name: Contacts to files, active: {interval: 15}}
      - {template: Contacts to Mailer, name: Newsletter, tags: [eu], variables: {region: emea}}
      - {template: Order Backfill, name: Backfill}
  - id: contoso.example
    name: Contoso
    connectors:
      - {name: CRM, connector: Sample CRM, authValue: ${quote(secrets.crmKey)}}
      - {name: crm, connector: Sample CRM, authValue: other-key-not-a-secret}
    cycles:
      - {template: CRM to CRM, name: "Sales → Support"}
      - {template: Contacts to Mailer, name: Twin}
      - {template: Contacts to Files, name: Twin}
  - id: "0042"
    name: "🦊 \\u202e"
    description: "a: b # c\\n- d"
    cycles:
      - {template: Contacts to Mailer, name: "true"}
      - {template: Contacts to Mailer, name: "\${region}: {{x}} # \\u001b[2J"}
  - {id: acme-2, name: ACME}
  - {id: acme-1, name: Acme!}
`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
