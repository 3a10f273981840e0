import type { World } from '../../src/emulator/world/world.ts';
import type { WrittenAccount } from '../../src/model/manifest.generated.ts';

/** A world in which every row of the field table can be managed. */
export const everyRowWorld: World = {
  seed: 5,
  connectors: [
    {
      name: 'Sample CRM',
      authentication: [{ name: 'API key', type: 'ApiKey' }],
      releases: [
        {
          version: '1.0',
          properties: [{ name: 'region' }, { name: 'ClientSecret', sensitive: true }],
          methods: [
            { name: 'List', parameters: [{ name: 'since' }], responseFields: ['Contact.Email'] },
            {
              name: 'Save',
              parameters: [{ name: 'token', sensitive: true }],
              fields: ['Email.Address', '[rows].[cells].value'],
              responseFields: ['Id'],
            },
          ],
        },
      ],
    },
  ],
  templates: [
    {
      name: 'Copy',
      variables: { region: 'eu' },
      steps: [
        { name: 'List', connector: 'Sample CRM' },
        { name: 'Save', connector: 'Sample CRM' },
      ],
    },
  ],
};

/** A manifest that manages every row of the field table. */
export const everyRow: WrittenAccount = {
  apiVersion: 'cyclectl/v1',
  kind: 'Account',
  metadata: { name: 'northwind' },
  spec: {
    id: 'northwind-8812',
    displayName: 'Northwind',
    description: 'all of it',
    timezone: 'Europe/Berlin',
    retention: { successHours: 24, erroredHours: 48 },
    errorWebhook: { url: 'https://hooks.example.com/northwind', includeWarnings: true },
    connectors: {
      crm: {
        connector: { name: 'Sample CRM', version: '1.0' },
        description: 'the first',
        auth: { apiKey: { env: 'SECRET_ONE' } },
        properties: { region: 'eu', ClientSecret: { env: 'SECRET_TWO' } },
      },
      second: { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'SECRET_TWO' } } },
    },
    cycles: {
      copy: {
        from: { template: 'Copy' },
        displayName: 'Copy contacts',
        description: 'all of it',
        tags: ['eu', 'nightly'],
        retention: { successHours: 12, erroredHours: 36 },
        connectors: { 'Sample CRM': 'crm' },
        state: 'active',
        schedule: { every: '1h' },
        variables: { region: 'emea' },
        steps: {
          List: { parameters: { since: { expression: '{{LastSuccessfulRunDate}}' } } },
          Save: {
            parameters: { token: { env: 'SECRET_ONE' } },
            fields: {
              'Email.Address': { step: 'List', field: 'Contact.Email' },
              '[rows].[cells].value': { variable: 'region' },
            },
          },
        },
      },
    },
  },
};
