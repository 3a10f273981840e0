import type { ScaffoldFile } from './scaffold.ts';

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

/**
 * World of a starter on the embedded service: two connectors and a template, each served by a
 * sample app.
 */
export const localWorld = `# yaml-language-server: $schema=./schemas/world.schema.json
#
# Catalog and templates of the embedded service, in place of those of a real
# service. Nothing here is real. app:crm and app:files are sample apps that come with cyclectl.
connectors:
  - name: Sample CRM
    description: Contacts and companies.
    authentication: [{name: API key, type: ApiKey}]
    api: {baseUrl: app:crm, auth: {in: header, name: X-Api-Key}}
    releases:
      - version: "2.0"
        properties: [{name: region, values: [eu, us], description: Where the data lies.}]
        methods:
          - name: List changed contacts
            category: Contacts
            endpoint: GET /contacts
            paging: {kind: page, parameter: page, sizeParameter: pageSize, size: 10}
            records: "[contacts]"
            parameters:
              - {name: modifiedSince, type: DateTime, required: true}
              - {name: list, values: [Customers, Leads, Partners]}
            responseFields: [Contact.Id, Contact.FirstName, Contact.LastName, Contact.Email]

  - name: Sample File Store
    description: Folders of files.
    authentication: [{name: API key, type: ApiKey}]
    api: {baseUrl: app:files, format: xml, auth: {in: header, name: X-Api-Key}}
    releases:
      - version: "3.1"
        properties: [{name: rootFolder, description: Folder that paths begin at.}]
        methods:
          - name: Write file
            category: Files
            endpoint: PUT /files?root={rootFolder}
            root: file
            parameters: [{name: folder}]
            fields: [{location: name, required: true}, Contact.Email, Contact.Name]
            responseFields: [file.id, file.path]

templates:
  - name: Contacts to Files
    description: Writes a file for each contact that changed.
    # Each contact goes on by itself.
    collectionSplitType: All
    variables: {region: eu}
    steps:
      - name: List changed contacts
        connector: Sample CRM
        parameters: {modifiedSince: "{{LastSuccessfulRunDate}}"}
      - name: Write file
        connector: Sample File Store
        parameters: {folder: {variable: region}}
        fields:
          name: {step: List changed contacts, field: Contact.Id}
          Contact.Email: {step: List changed contacts, field: Contact.Email}
`;
