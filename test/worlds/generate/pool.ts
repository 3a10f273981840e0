/** A connector of the catalog that manifests may install. */
export type PoolConnector = {
  readonly name: string;
  readonly versions: readonly string[];
  readonly auth: 'apiKey' | 'basic' | 'oauth' | 'none';
  readonly properties: readonly string[];
};

/** A step of a template with the names that manifests may map; `reads` are fields of steps before it. */
export type PoolStep = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly fields: readonly string[];
  readonly reads: readonly { readonly step: string; readonly field: string }[];
};

/** A template; its slots are names of connectors, a second one of a kind as `NAME#2`. */
export type PoolTemplate = {
  readonly name: string;
  readonly slots: readonly string[];
  readonly isWebhook: boolean;
  readonly variables: readonly string[];
  readonly steps: readonly PoolStep[];
};

/** Names that the manifests of a world may use. */
export type Pool = {
  readonly connectors: readonly PoolConnector[];
  readonly templates: readonly PoolTemplate[];
};

const contact = { step: 'List changed contacts', field: 'Contact.Email' };
const listContacts = {
  name: contact.step,
  parameters: ['modifiedSince', 'list'],
  fields: [],
  reads: [],
};
const orders = { step: 'List orders', field: '[orders].id' };

/** A part of the world of the quickstart. */
export const quickstartPool: Pool = {
  connectors: [
    { name: 'Sample CRM', versions: ['1.0', '2.0'], auth: 'apiKey', properties: ['region'] },
    {
      name: 'Sample File Store',
      versions: ['3.1'],
      auth: 'basic',
      properties: ['rootFolder', 'port', 'ClientSecret'],
    },
    { name: 'Sample Mailer', versions: ['1.4'], auth: 'oauth', properties: [] },
    { name: 'Our App', versions: ['1.4'], auth: 'none', properties: [] },
  ],
  templates: [
    {
      name: 'Contacts to Mailer',
      slots: ['Sample CRM', 'Sample Mailer'],
      isWebhook: false,
      variables: ['region'],
      steps: [
        listContacts,
        {
          name: 'Add subscriber',
          parameters: ['listId'],
          fields: ['Email.Address', 'Status', 'Source', 'Fax'],
          reads: [contact],
        },
      ],
    },
    {
      name: 'Orders to Files',
      slots: ['Our App', 'Sample File Store'],
      isWebhook: true,
      variables: [],
      steps: [
        {
          name: 'Write file',
          parameters: ['folder', 'overwrite'],
          fields: ['name', '[orders].[lines].sku', '[orders].total'],
          reads: [{ step: 'Order received', field: '[lines].product.sku' }],
        },
      ],
    },
    {
      name: 'Order Backfill',
      slots: ['Our App', 'Sample File Store'],
      isWebhook: false,
      variables: ['batchSize', 'dryRun'],
      steps: [
        { name: orders.step, parameters: ['from', 'batchSize'], fields: [], reads: [] },
        {
          name: 'Mark order',
          parameters: [],
          fields: ['order.id', 'order.state'],
          reads: [orders],
        },
      ],
    },
  ],
};
