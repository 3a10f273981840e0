import { formatCycle, formatSpec } from '../support/values/check-account.ts';
import type { Schema } from './places.ts';

/** A file with mistakes, and the lines on which an editor has to underline something. */
export type Mistake = {
  readonly title: string;
  readonly schema?: Schema;
  readonly text: string;
  readonly lines: readonly number[];
};

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    local:
      service: {emulator: {world: world.yaml}}
      limits: {concurrency: 8}
      protect: {maxDeletes: 3}
`;

const world = `seed: 7
connectors:
  - name: Sample CRM
    releases:
      - version: "1.0"
        methods:
          - name: Get contact
            type: Action
`;

/**
 * Mistakes beyond the lists of validate: the other two schemas, parser errors, and mistakes on a
 * line of their own.
 */
export const furtherMistakes: readonly Mistake[] = [
  {
    title: 'a misspelt key of a project',
    schema: 'project',
    text: project.replace('limits', 'limit'),
    lines: [8],
  },
  {
    title: 'a concurrency that is text',
    schema: 'project',
    text: project.replace('concurrency: 8', 'concurrency: eight'),
    lines: [8],
  },
  {
    title: 'fewer deletes than none',
    schema: 'project',
    text: project.replace('maxDeletes: 3', 'maxDeletes: -3'),
    lines: [9],
  },
  {
    title: 'a service of both kinds',
    schema: 'project',
    text: project.replace('world.yaml}}', 'world.yaml}, baseUrl: https://a.example}'),
    lines: [7],
  },
  {
    title: 'an environment without service',
    schema: 'project',
    text: project.replace(/ +service.*\n/, ''),
    lines: [6],
  },
  {
    title: 'a client secret as text',
    schema: 'project',
    text: project.replace(
      '{emulator: {world: world.yaml}}',
      '{baseUrl: https://a.example, token: {clientId: a, clientSecret: b}}',
    ),
    lines: [7],
  },
  {
    title: 'a misspelt key of a world',
    schema: 'world',
    text: world.replace('releases', 'release'),
    lines: [3, 4],
  },
  {
    title: 'a version of a world that is a number',
    schema: 'world',
    text: world.replace('"1.0"', '1.0'),
    lines: [5],
  },
  {
    title: 'a method of no type',
    schema: 'world',
    text: world.replace('Action', 'Act'),
    lines: [8],
  },
  {
    title: 'a key written twice',
    text: formatSpec('timezone: UTC', 'timezone: UTC'),
    lines: [7],
  },
  {
    title: 'a key without its colon',
    text: formatSpec('displayName Acme', 'timezone: UTC'),
    lines: [6],
  },
  { title: 'a key with nothing behind it', text: formatSpec('displayName:'), lines: [6] },
  {
    title: 'an hour more than can be kept',
    text: formatSpec('retention:', '  erroredHours: 744', '  successHours: 745'),
    lines: [8],
  },
  {
    title: 'three mistakes in one file',
    text: formatCycle('state: on', 'schedule: {every: 10m}', 'tags: [a, a]'),
    lines: [9, 10, 11],
  },
];

/** A manifest with a placeholder in each sort of place that takes one. */
export const placeholders = formatSpec(
  `displayName: "\${vars.a}"`,
  `timezone: "\${vars.a}"`,
  `protect: "\${vars.a}"`,
  `retention: {successHours: "\${vars.a}", erroredHours: "\${vars.a}"}`,
  `errorWebhook: {url: "\${vars.a}", includeWarnings: "\${vars.a}"}`,
  'connectors:',
  '  crm:',
  `    connector: {name: "\${vars.a}", version: "\${vars.a}"}`,
  `    renamedFrom: "\${vars.a}"`,
  `    auth: {oauth: {user: "\${vars.a}"}}`,
  `    properties: {region: "\${vars.a}"}`,
  `    checks: [{method: "\${vars.a}", safe: "\${vars.a}", expect: {status: "\${vars.a}"}}]`,
  '  files:',
  '    connector: {name: Files}',
  `    auth: {basic: {username: "\${vars.a}", password: {env: A}}}`,
  'cycles:',
  '  one:',
  `    from: {template: "\${vars.a}", tag: "\${vars.a}"}`,
  `    state: "\${vars.a}"`,
  `    schedule: {every: "\${vars.a}", startAt: "\${vars.a}"}`,
  `    connectors: {CRM: "\${vars.a}"}`,
  `    tags: ["\${vars.a}"]`,
  `    variables: {region: "\${vars.a}"}`,
  `    steps: {Write: {fields: {A: "\${vars.a}", B: {expression: "\${vars.a}"}, C: {step: "\${vars.a}", field: "\${vars.a}"}}}}`,
  `  two: {from: {template: T}, state: active, schedule: {once: {at: "\${vars.a}"}}}`,
);

/**
 * Where an editor says another thing than `validate`, which has more means: it asks a calendar,
 * and it takes a misspelt key for the missing one and so speaks once.
 */
export const toldOtherwise: ReadonlyMap<string, readonly number[]> = new Map([
  ['a day that no month has', []],
  ['a misspelt key that is required', [7, 8]],
]);
