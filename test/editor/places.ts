import { formatCycle, formatSpec } from '../support/values/check-account.ts';

/** Marks the cursor; no manifest contains it. */
export const cursor = '¦';

export type Schema = 'account' | 'project' | 'world' | 'catalog';

/** A place in a file, marked with the cursor, and what an editor offers or shows there. */
export type Place = {
  readonly title: string;
  readonly schema?: Schema;
  readonly text: string;
  readonly expected: readonly string[];
};

/** Lines under one installed connector. */
function writeConnector(...lines: readonly string[]): string {
  const head = ['connectors:', '  crm:', '    connector: {name: Sample CRM}'];
  return formatSpec(...head, ...lines.map((line) => `    ${line}`));
}

/** Lines under one field of a step. */
function writeField(...lines: readonly string[]): string {
  const head = ['steps:', '  Write file:', '    fields:', '      Name:'];
  return formatCycle(...head, ...lines.map((line) => `        ${line}`));
}

/** Lines under one environment of a project. */
function writeEnvironment(...lines: readonly string[]): string {
  const head = ['apiVersion: cyclectl/v1', 'kind: Project', 'metadata: {name: sample}'];
  const spec = ['spec:', '  environments:', '    local:'];
  return [...head, ...spec, ...lines.map((line) => `      ${line}`), ''].join('\n');
}

/** Where an editor offers keys: all that the schema has there and that are not written yet. */
export const keyPlaces: readonly Place[] = [
  { title: 'an empty file', text: cursor, expected: ['apiVersion', 'kind', 'metadata', 'spec'] },
  {
    title: 'spec',
    text: formatSpec(cursor),
    expected: [
      'ids',
      'displayName',
      'description',
      'timezone',
      'auditInfo',
      'blueprint',
      'taskAuditInfo',
      'retention',
      'errorWebhook',
      'ownership',
      'ignore',
      'protect',
      'connectors',
      'cycles',
    ],
  },
  {
    title: 'retention',
    text: formatSpec('retention:', `  ${cursor}`),
    expected: ['successHours', 'erroredHours'],
  },
  {
    title: 'errorWebhook',
    text: formatSpec('errorWebhook:', `  ${cursor}`),
    expected: ['url', 'includeWarnings'],
  },
  {
    title: 'a connector',
    text: writeConnector(cursor),
    expected: [
      'displayName',
      'description',
      'authentication',
      'auth',
      'properties',
      'customCategories',
      'checks',
      'protect',
      'renamedFrom',
    ],
  },
  {
    title: 'auth',
    text: writeConnector('auth:', `  ${cursor}`),
    expected: ['apiKey', 'basic', 'oauth', 'authValue'],
  },
  {
    title: 'basic',
    text: writeConnector('auth:', '  basic:', `    ${cursor}`),
    expected: ['username', 'password'],
  },
  {
    title: 'a secret',
    text: writeConnector('auth:', '  apiKey:', `    ${cursor}`),
    expected: ['env', 'file', 'sops', 'key', 'age', 'exec', 'provider'],
  },
  {
    title: 'a cycle',
    text: formatCycle(cursor),
    expected: [
      'displayName',
      'description',
      'tags',
      'retention',
      'errorAction',
      'collectionSplit',
      'logRequests',
      'shareable',
      'connectors',
      'state',
      'schedule',
      'variables',
      'steps',
      'protect',
      'renamedFrom',
    ],
  },
  {
    title: 'schedule',
    text: formatCycle('schedule:', `  ${cursor}`),
    expected: ['every', 'startAt', 'once'],
  },
  {
    title: 'a step',
    text: formatCycle('steps:', '  Write file:', `    ${cursor}`),
    expected: ['parameters', 'fields', 'launchVisible'],
  },
  {
    title: 'a mapping',
    text: writeField(cursor),
    expected: [
      'step',
      'field',
      'variable',
      'option',
      'lookup',
      'expression',
      'env',
      'file',
      'sops',
      'key',
      'age',
      'exec',
      'provider',
      'ignore',
    ],
  },
  {
    title: 'a mapping from a step',
    text: writeField('step: List contacts', cursor),
    expected: ['field'],
  },
  {
    title: 'an environment',
    schema: 'project',
    text: writeEnvironment(cursor),
    expected: [
      'service',
      'store',
      'templates',
      'variables',
      'ownership',
      'drift',
      'limits',
      'consent',
      'notify',
      'protect',
      'unmanaged',
    ],
  },
  {
    title: 'a service',
    schema: 'project',
    text: writeEnvironment('service:', `  ${cursor}`),
    expected: [
      'emulator',
      'baseUrl',
      'authUrl',
      'consoleUrl',
      'accountHeader',
      'contract',
      'token',
    ],
  },
  {
    title: 'a token',
    schema: 'project',
    text: writeEnvironment(
      'service:',
      '  baseUrl: https://api.example.com',
      '  token:',
      `    ${cursor}`,
    ),
    expected: ['clientId', 'clientSecret', 'scope', 'accessToken'],
  },
  {
    title: 'a connector of the world',
    schema: 'world',
    text: `connectors:\n  - ${cursor}\n`,
    expected: ['name', 'api', 'description', 'categories', 'native', 'authentication', 'releases'],
  },
];

/** Where an editor offers values: these and no other. */
export const valuePlaces: readonly Place[] = [
  { title: 'kind', text: `apiVersion: cyclectl/v1\nkind: ${cursor}\n`, expected: ['Account'] },
  { title: 'state', text: formatCycle(`state: ${cursor}`), expected: ['active', 'paused'] },
  {
    title: 'every',
    text: formatCycle(`schedule: {every: ${cursor}}`),
    expected: [
      ...['1m', '5m', '15m', '30m'],
      ...['1h', '2h', '3h', '4h', '6h', '8h', '12h', '1d', '7d'],
    ],
  },
  { title: 'auth', text: writeConnector(`auth: ${cursor}`), expected: ['none'] },
  { title: 'ignore', text: writeField(`ignore: ${cursor}`), expected: ['true'] },
  {
    title: 'includeWarnings',
    text: formatSpec('errorWebhook:', '  url: https://a.example', `  includeWarnings: ${cursor}`),
    expected: ['true', 'false'],
  },
];

/** Where the mouse rests on a key, and a part of what is shown. */
export const hoverPlaces: readonly Place[] = [
  {
    title: 'metadata',
    text: formatSpec().replace('metadata', `meta${cursor}data`),
    expected: ['not sent to the service'],
  },
  {
    title: 'retention',
    text: formatSpec(`reten${cursor}tion: {successHours: 3}`),
    expected: ["the console's default for both"],
  },
  {
    title: 'successHours',
    text: formatSpec(`retention: {success${cursor}Hours: 3}`),
    expected: ['0 deletes at once'],
  },
  {
    title: 'auth',
    text: writeConnector(`au${cursor}th: none`),
    expected: ['How the connector signs in'],
  },
  {
    title: 'apiKey',
    text: writeConnector(`auth: {api${cursor}Key: {env: CRM_KEY}}`),
    expected: ['An environment variable'],
  },
  {
    title: 'state',
    text: formatCycle(`st${cursor}ate: active`),
    expected: ['active: the cycle runs', '`active`', '`paused`'],
  },
  {
    title: 'startAt',
    text: formatCycle(`schedule: {every: 1h, start${cursor}At: 2026-12-01T06:00:00Z}`),
    expected: ['Time of the first run, in UTC (Z) or with an offset'],
  },
  {
    title: 'a mapping',
    text: writeField(`vari${cursor}able: region`),
    expected: ['Its display name'],
  },
  {
    title: 'maxDeletes',
    schema: 'project',
    text: writeEnvironment(
      'service: {emulator: {world: w.yaml}}',
      `protect: {max${cursor}Deletes: 3}`,
    ),
    expected: ['Largest number of objects that one run may delete'],
  },
  {
    title: 'freshInstallation',
    schema: 'world',
    text: `templates:\n  - {name: T, steps: [{name: S, connector: C}], fresh${cursor}Installation: true}\n`,
    expected: ['installs new connectors'],
  },
];
