import type {
  WorldConnector,
  WorldMethod,
  WorldProperty,
} from '../../../src/emulator/world/file/world.ts';
import { hardKind } from './connector-cards.ts';

const ledgerProperties: readonly WorldProperty[] = [
  { name: 'region', values: ['eu', 'us'] },
  { name: 'port', type: 'Integer' },
  { name: 'root / folder' },
  { name: 'Größe: #1' },
  { name: 'ClientSecret', sensitive: true },
  { name: 'tier', accountLevel: false },
];

const ledgerMethods: readonly WorldMethod[] = [
  {
    name: 'List entries',
    parameters: [
      { name: 'since', type: 'DateTime', required: true },
      { name: 'state', values: ['open', 'paid', 'null', '007'] },
      { name: 'book', lookup: 'Books' },
      { name: 'with space: #1' },
      { name: 'apiToken', target: 'HttpHeader', sensitive: true },
    ],
    responseFields: ['Entry.Id', 'Entry.Email', '[Lines].Sum', 'say "it" \\ now', 'a/b %2F'],
  },
  {
    name: 'Save entry',
    endpoint: 'POST /entries',
    parameters: [
      { name: 'overwrite', type: 'Boolean' },
      { name: 'book', lookup: 'Books' },
    ],
    fields: [
      { location: 'Entry.Email', required: true },
      { location: 'Entry.Kind', values: ['plain', 'registered'] },
      { location: 'Entry.Owner', lookup: 'Clerks' },
      '[rows].[cells].value',
      'a/b %2F',
      'Größe: #1',
      '"quoted"',
      'true',
    ],
    responseFields: ['Entry.Id', 'Entry.Note'],
  },
];

/** Connectors of every authentication type, some of several releases, and one with names that are hard to write. */
export const fleetCatalog: readonly WorldConnector[] = [
  {
    name: 'Ledger',
    authentication: [{ name: 'API key', type: 'ApiKey' }],
    releases: [
      { version: '1.0', properties: ledgerProperties, methods: ledgerMethods },
      { version: '2.0', properties: ledgerProperties, methods: ledgerMethods },
      { version: '3.0', draft: true, methods: ledgerMethods },
    ],
  },
  {
    name: 'Courier',
    authentication: [{ name: 'Sign in', type: 'OAuth2' }],
    releases: [
      {
        version: '1.4',
        methods: [
          {
            name: 'Send letter',
            endpoint: 'POST /letters',
            parameters: [{ name: 'priority', type: 'Integer' }],
            fields: [
              { location: 'Letter.To', required: true },
              { location: 'Letter.Kind', values: ['plain', 'registered'] },
              'Letter.Text',
              '[Lines].[Cells].Value',
            ],
            responseFields: ['Letter.Id'],
          },
        ],
      },
    ],
  },
  {
    name: 'Vault',
    authentication: [
      { name: 'User and password', type: 'Basic', default: true },
      { name: 'API key: "own" #1', type: 'ApiKey' },
      { name: 'Sign in', type: 'OAuth2' },
      { name: 'Nothing', type: 'None' },
    ],
    releases: [
      {
        version: '3.1',
        properties: [{ name: 'folder' }, { name: 'ClientSecret', sensitive: true }],
        methods: [
          {
            name: 'Put record',
            endpoint: 'PUT /records',
            parameters: [{ name: 'folder' }],
            fields: [{ location: 'Record.Name', required: true }, 'Record.Text', 'Record.Owner'],
            responseFields: ['Record.Id'],
          },
        ],
      },
    ],
  },
  {
    name: 'Field Desk',
    authentication: [{ name: 'Fields', type: 'AuthFields' }],
    releases: [
      {
        version: '0.9',
        properties: [
          { name: 'domain', optional: false },
          { name: 'token', sensitive: true, optional: false },
          { name: 'note', optional: true },
        ],
        methods: [{ name: 'List tickets', responseFields: ['Ticket.Id'] }],
      },
    ],
  },
  {
    name: 'Machine',
    authentication: [{ name: 'Client', type: 'OAuth2', oauth2Type: 'ClientCredentials' }],
    releases: [
      {
        version: '5.0',
        properties: [{ name: 'ClientId' }, { name: 'ClientSecret', sensitive: true }],
        methods: [{ name: 'Count parts', responseFields: ['Parts.Total'] }],
      },
    ],
  },
  {
    name: 'Old Sign',
    authentication: [{ name: 'Signed', type: 'OAuth1' }],
    releases: [{ version: '1.0', methods: [{ name: 'List pages', responseFields: ['Page.Id'] }] }],
  },
  {
    name: 'Open Data',
    authentication: [{ name: 'None', type: 'None' }],
    releases: [
      { version: '1.0', methods: [{ name: 'List cities', responseFields: ['City.Name'] }] },
    ],
  },
  {
    name: hardKind,
    authentication: [{ name: 'API key', type: 'ApiKey' }],
    releases: [{ version: '1.0-β "x"', properties: ledgerProperties, methods: ledgerMethods }],
  },
  {
    name: 'Our App',
    native: true,
    api: { baseUrl: 'app:our-app' },
    releases: [
      {
        version: '1.0',
        methods: [
          { name: 'Order received', type: 'Webhook', fields: ['id', 'total'] },
          {
            name: 'List orders',
            endpoint: 'GET /orders',
            paging: { kind: 'page', parameter: 'page', sizeParameter: 'batchSize', size: 5 },
            parameters: [{ name: 'from' }, { name: 'batchSize' }],
            responseFields: ['[orders].id', '[orders].total'],
          },
          { name: 'Count orders', type: 'Script', script: 'return 7', responseFields: ['count'] },
          {
            name: 'Mark order',
            endpoint: 'POST /orders/mark',
            fields: [
              { location: 'order.id', required: true },
              { location: 'order.state', required: true },
              'order.note',
            ],
          },
        ],
      },
    ],
  },
];
