import { formatSpec } from '../support/values/check-account.ts';
import type { Mistake } from './mistakes.ts';
import { cursor, type Place } from './places.ts';

// Places of a manifest in an editor whose schema has the large catalog.

/** Keys of connectors in the manifests of the project, and what they install. */
export const projectKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['crm', new Set(['Connector 1'])],
  ['second-crm', new Set(['Connector 1'])],
  ['files', new Set(['Connector 2'])],
  ['elsewhere', new Set(['Connector 1'])],
]);

const connectors = [
  'connectors:',
  '  crm: {connector: {name: Connector 1}}',
  '  second-crm: {connector: {name: Connector 1, version: "1.0"}}',
  '  files: {connector: {name: Connector 2}}',
];

/** Lines under one installed connector; it has 1.0 too. */
function writeConnector(...lines: readonly string[]): string {
  const head = ['connectors:', '  crm:'];
  return formatSpec(...head, ...lines.map((line) => `    ${line}`));
}

/** Lines under one cycle. Its template's name is the beginning of others. */
function writeCycle(...lines: readonly string[]): string {
  const head = [...connectors, 'cycles:', '  one:', '    from: {template: Template 1}'];
  return formatSpec(...head, ...lines.map((line) => `    ${line}`));
}

/** Lines under one field of a step. */
function writeField(field: string): string {
  return writeCycle('steps:', '  Step 2:', '    fields:', `      ${field}`);
}

function number(count: number, name: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
}

/** Where an editor offers what the catalog has: these and no other. */
export const catalogPlaces: readonly Place[] = [
  {
    title: 'a blueprint',
    text: formatSpec('blueprint:', `  use: ${cursor}`),
    expected: ['sync'],
  },
  {
    title: 'an input of a blueprint',
    text: formatSpec('blueprint:', '  use: sync', '  inputs:', `    interval: ${cursor}`),
    expected: ['15m', '1h', 'null'],
  },
  {
    title: 'a connector',
    text: writeConnector('connector:', `  name: ${cursor}`),
    expected: number(500, 'Connector'),
  },
  {
    title: 'its version',
    text: writeConnector('connector:', '  name: Connector 1', `  version: ${cursor}`),
    expected: ['"1.0"', '"2.0"'],
  },
  {
    title: 'a method of a check',
    text: writeConnector('connector: {name: Connector 1}', 'checks:', `  - method: ${cursor}`),
    expected: number(50, 'Method'),
  },
  {
    title: 'a template',
    text: formatSpec('cycles:', '  one:', '    from:', `      template: ${cursor}`),
    expected: number(100, 'Template'),
  },
  {
    title: 'a slot, whose value is a connector of the same file',
    text: writeCycle('connectors:', `  Connector 1: ${cursor}`),
    expected: ['crm', 'second-crm'],
  },
  {
    title: 'a value',
    text: writeField(`Field of step 2: ${cursor}`),
    expected: ['"a: b"', 'fast', 'slow'],
  },
  {
    title: 'a value in the form of an option',
    text: writeField(`Field of step 2: {option: ${cursor}}`),
    expected: ['"a: b"', 'fast', 'slow'],
  },
  {
    title: 'a slot, whose value is a key that no manifest had before',
    text: writeCycle('connectors:', `  Connector 4: ${cursor}`).replace(
      '  files:',
      '  connector-4: {connector: {name: Connector 4}}\n    files:',
    ),
    expected: ['connector-4'],
  },
  {
    title: 'a response field of the step before',
    text: writeField(`Field of 1: {step: Step 1, field: ${cursor}}`),
    expected: ['Answer 1', 'Id'],
  },
];

/** Where an editor offers keys. */
export const catalogKeyPlaces: readonly Place[] = [
  {
    title: 'the inputs of a blueprint',
    text: formatSpec('blueprint:', '  use: sync', '  inputs:', `    ${cursor}`),
    expected: ['folder', 'interval'],
  },
  {
    title: 'a parameter of the method',
    text: writeConnector(
      'connector: {name: Connector 1}',
      'checks:',
      '  - method: Method 5',
      '    parameters:',
      `      ${cursor}`,
    ),
    expected: ['of 5', 'Limit', 'Order'],
  },
  {
    title: 'the latest release',
    text: writeConnector('connector: {name: Connector 1}', 'properties:', `  ${cursor}`),
    expected: ['region', 'timeout', 'only 2.0'],
  },
  {
    title: 'the template',
    text: writeCycle('steps:', `  ${cursor}`),
    expected: number(10, 'Step'),
  },
  {
    title: 'the step',
    text: writeField(cursor),
    expected: ['Field of 1', 'Field of step 2', 'Token', 'Size'],
  },
];

/** Where the mouse rests, and a part of what is shown. */
export const catalogHoverPlaces: readonly Place[] = [
  {
    title: 'a step',
    text: writeCycle('steps:', `  St${cursor}ep 2: {fields: {Size: 3}}`),
    expected: ['Connector Connector 2. Method Method 2. Runs after Step 1.'],
  },
  {
    title: 'a field',
    text: writeField(`Si${cursor}ze: 3`),
    expected: ['Type Integer. Optional. The template has a value.'],
  },
  {
    title: 'a listed value',
    text: writeField(`Field of step 2: fa${cursor}st`),
    expected: ['Optional.', '`fast`', '`slow`'],
  },
];

/** What the editor underlines on line 14, and says of it. */
const wrong: readonly (readonly [title: string, text: string, message: string])[] = [
  ['a step that the template lacks', 'steps: {Stp 2: {fields: {Size: 3}}}', 'Stp 2'],
  ['a field that the step lacks', 'steps: {Step 2: {fields: {Field of step 3: fast}}}', 'step 3'],
  [
    'a value that is not listed',
    'steps: {Step 2: {fields: {Field of step 2: fats}}}',
    'fast, slow',
  ],
  [
    'an option that is not listed',
    'steps: {Step 2: {fields: {Field of step 2: {option: fats}}}}',
    'fast, slow',
  ],
  ['a secret in plain text', 'steps: {Step 2: {fields: {Token: abc}}}', '{env: NAME}'],
  ['a text for a number', 'steps: {Step 2: {fields: {Size: many}}}', 'whole number'],
  [
    'a source that no step offers',
    'steps: {Step 2: {fields: {Size: {step: Step 1, field: Answer 2}}}}',
    'no such response field',
  ],
  ['a variable that the template lacks', 'variables: {Regoin: eu}', 'Regoin'],
  ['a slot that the template lacks', 'connectors: {Connector 11: crm}', 'Connector 11'],
  ['a connector that only other files have', 'connectors: {Connector 1: elsewhere}', 'elsewhere'],
];

/** Mistakes that only a catalog shows, and a part of the words on each. */
export const catalogMistakes: readonly (Mistake & { readonly message: string })[] = [
  ...wrong.map(([title, line, message]) => ({
    title,
    text: writeCycle(line),
    lines: [13],
    message,
  })),
  {
    title: 'a connector that the catalog lacks',
    text: writeConnector('connector: {name: Connector 501}'),
    lines: [8],
    message: 'no such connector',
  },
  {
    title: 'a version that the connector lacks',
    text: writeConnector('connector: {name: Connector 2, version: "1.0"}'),
    lines: [8],
    message: 'no such version',
  },
  {
    title: 'a property of another release',
    text: writeConnector('connector: {name: Connector 1}', 'properties: {only 1.0: a}'),
    lines: [9],
    message: 'only 1.0',
  },
  {
    title: 'a time zone of no area',
    text: formatSpec('timezone: Europe/Berln'),
    lines: [6],
    message: 'IANA',
  },
];

/** A manifest without a mistake, with each form of a value, and names that only a run knows. */
export const catalogManifest = formatSpec(
  'timezone: US/Pacific',
  'connectors:',
  '  crm:',
  '    connector: {name: Connector 1}',
  '    authentication: Key',
  `    properties: {region: eu, timeout: "\${vars.a}", only 2.0: {env: A}}`,
  `    checks: [{method: Method 1, safe: true, parameters: {of 1: x, Limit: 3, Order: "\${vars.a}"}}, {method: "17"}]`,
  '  second-crm: {connector: {name: Connector 1, version: "1.0"}, properties: {only 1.0: a}}',
  `  any: {connector: {name: "\${vars.a}"}, properties: {a: b}, authentication: c}`,
  `  new-key: {connector: {name: Connector 3, version: "\${vars.a}"}}`,
  'cycles:',
  '  one:',
  '    from: {template: Template 1, tag: stable}',
  `    connectors: {Connector 1: crm, Connector 2: "\${vars.a}", Connector 3: new-key}`,
  '    variables: {Region: eu, Only 1: {file: secrets/a}}',
  '    steps:',
  '      Step 2:',
  `        parameters: {Parameter of 1: true, Parameter of step 2: "\${vars.a}", Token: {env: A}, Size: "12"}`,
  '        fields: {Field of 1: {variable: Region}, Field of step 2: {option: slow}, Token: {sops: a.yaml, key: b}}',
  '      Step 3:',
  '        fields: {Field of 1: {lookup: {value: a}}, Field of step 3: "{{x}}", Size: {step: Step 2, field: Id}}',
  '      Step 4:',
  '        fields: {Field of 1: {exec: [a]}, Field of step 4: {expression: =a}, Token: {ignore: true}, Size: =a}',
  `  two: {from: {template: "\${vars.a}"}, steps: {Any: {fields: {A: b}}}, variables: {A: b}}`,
  '  three: {from: {file: a.cycle.json}, connectors: {A: crm}, steps: {Any: {parameters: {A: 1}}}}',
);
