import type { ScaffoldFile } from '../scaffold.ts';

const crmKey = 'secrets/crm-key.not-a-secret';
const filesKey = 'secrets/files-key.not-a-secret';

const manifest = `# yaml-language-server: $schema=../schemas/account.schema.json
#
# Desired state of one customer's account. A missing key is unmanaged; null clears a value where that is allowed.
apiVersion: cyclectl/v1
kind: Account
metadata:
  # Our key of the account; it never changes.
  name: northwind
  labels: {tier: enterprise}
spec:
  # Its id in the service.
  id: northwind-8812
  displayName: Northwind Traders
  timezone: Europe/Berlin
  retention: {successHours: 120, erroredHours: 336}
  connectors:
    crm:
      connector: {name: Sample CRM, version: "2.0"}
      # Secrets are references. A real one is no file in Git: {env: NORTHWIND_CRM_KEY} is a variable.
      auth: {apiKey: {file: ${crmKey}}}
      properties: {region: eu}
    files:
      connector: {name: Sample File Store}
      auth: {apiKey: {file: ${filesKey}}}
      properties: {rootFolder: /contacts}
  cycles:
    contacts-to-files:
      from: {template: Contacts to Files}
      displayName: Contacts to files
      state: active
      schedule: {every: 15m}
      variables: {region: emea}
      steps:
        List changed contacts:
          parameters: {list: {option: Customers}}
        Write file:
          fields:
            Contact.Name: {step: List changed contacts, field: Contact.LastName}
`;

/** Account of a starter on the embedded service, with dummy secrets. */
export const localAccountFiles: readonly ScaffoldFile[] = [
  { path: crmKey, text: 'not-a-secret-crm-key\n' },
  { path: filesKey, text: 'not-a-secret-files-key\n' },
  { path: 'accounts/northwind.yaml', text: manifest },
];
