import { describe, expect, it } from 'vitest';
import { resolveMappingNames } from '../../../src/engine/bind/resolve-mapping-names.ts';
import type { DesiredMappingEntry } from '../../../src/model/desired/desired.ts';
import type { ConnectorRelease } from '../../../src/model/live/live.ts';
import { at, listRefused, makeCycle } from '../../support/values/make-desired.ts';
import { boundSecret } from '../../support/values/make-field-diff.ts';
import { liveStep, noRules, shapeOf, target, variable } from '../../support/values/make-live.ts';

const shape = shapeOf(
  [
    liveStep('s1', { name: 'List', responses: [{ id: '7', name: 'Contact.Email' }] }),
    liveStep('s2', {
      name: 'Add',
      parameters: [target('1', 'apiKey', { isSensitive: true })],
      fields: [
        target('2', 'Email'),
        target('3', 'Phone'),
        target('4', 'Phone'),
        target('5', 'Status', { values: ['subscribed', 'pending'] }),
      ],
    }),
    liveStep('s3', { name: 'Add' }),
  ],
  [variable('Region')],
);

const text = { kind: 'value', value: 'x' } as const;

/** What becomes of one mapping of `Add#1`, written in line 30. */
function name(more: Partial<DesiredMappingEntry>) {
  const entry: DesiredMappingEntry = {
    step: 'Add#1',
    slot: 'fields',
    target: 'Email',
    source: text,
    at: at(30),
    stepAt: at(28),
    ...more,
  };
  const named = resolveMappingNames(makeCycle('sync', { mappings: [entry] }), shape);
  return { ...named, diagnostics: listRefused(named) };
}

/** The code, summary and remedy of the one mistake, which is that of the field. */
function refuse(more: Partial<DesiredMappingEntry>): string[] {
  const { fields, unresolved, diagnostics } = name(more);
  expect([...unresolved.keys()]).toEqual(fields.map(({ path }) => path));
  expect(diagnostics).toHaveLength(1);
  return diagnostics.flatMap((item) => [item.code, item.summary, item.remedy ?? '']);
}

const release: ConnectorRelease = {
  id: '9',
  name: 'Sample CRM',
  version: '1.0',
  description: null,
  categories: [],
  isNative: false,
  authentications: [],
  properties: [
    { name: 'ClientSecret', isSensitive: true, ...noRules },
    { name: 'Region', isSensitive: true, ...noRules },
    { name: 'port', isSensitive: false, ...noRules },
  ],
};

describe('an expression', () => {
  const step = liveStep('s1', {
    name: 'List',
    connectorName: 'Sample CRM',
    responses: [{ id: '7', name: 'ClientSecret' }],
    parameters: [{ ...target('8', 'sessionKey'), isSensitive: true }, target('9', 'page')],
    fields: [target('2', 'Email')],
  });
  const own = shapeOf([step], [variable('Region')]);

  function merge(expression: string) {
    const source = { kind: 'expression', expression } as const;
    const entry = { step: 'List', slot: 'fields', target: 'Email', source } as const;
    const cycle = makeCycle('sync', { mappings: [{ ...entry, at: at(30), stepAt: at(28) }] });
    return resolveMappingNames(cycle, own, { releases: [release] }).refusals;
  }

  it.each(['{{ClientSecret}}', 'a {{ clientsecret format=x }}', '={{"ClientSecret"}} + 1'])(
    'may not merge a property that the connector of its step marks as sensitive: %s',
    (expression) => {
      expect(merge(expression)).toMatchObject([
        { code: 'secret-merged', severity: 'error', at: at(30) },
      ]);
    },
  );

  it('may not merge a parameter that the method of its step marks as sensitive', () => {
    expect(merge('Bearer {{SessionKey}}')).toMatchObject([
      {
        code: 'secret-merged',
        summary: '"Email" merges "SessionKey", which Sample CRM marks as sensitive',
      },
    ]);
  });

  it.each([
    '{{port}}',
    '{{page}}',
    '{{Region}}',
    '{{"List" "ClientSecret"}}',
    '=ClientSecret',
    '{{LastSuccessfulRunDate format=yyyy}}',
  ])('may merge others, variables and fields of steps: %s', (expression) => {
    expect(merge(expression)).toEqual([]);
  });
});

describe('nameMappings', () => {
  it('gives a mapping the path of its step under its label', () => {
    expect(name({}).fields).toEqual([
      { path: 'steps/Add#1/fields/Email', value: { kind: 'plain', value: text }, at: at(30) },
    ]);
  });

  it('gives sources the names that the live side is read into', () => {
    const sources = [
      { kind: 'step', step: 'List#1', field: 'Contact.Email' },
      { kind: 'expression', expression: '{{ "List#1"  "Contact.Email" }}' },
      { kind: 'variable', variable: 'Region' },
    ] as const;
    const values = sources.flatMap((source) => name({ source }).fields.map((field) => field.value));
    expect(values).toEqual([
      { kind: 'plain', value: { kind: 'step', step: 'List', field: 'Contact.Email' } },
      { kind: 'plain', value: { kind: 'expression', expression: '{{"List" "Contact.Email"}}' } },
      { kind: 'plain', value: { kind: 'variable', variable: 'Region' } },
    ]);
  });

  it('refuses a step that the cycle lacks, or has twice', () => {
    expect(refuse({ step: 'Lisst' })).toEqual([
      'step-unknown',
      'The cycle has no step "Lisst"',
      'Nearest names: "List".',
    ]);
    expect(refuse({ step: 'Add' })).toEqual([
      'step-unknown',
      'The cycle has more than one step "Add"',
      'Write one of "Add#1", "Add#2".',
    ]);
  });

  it('says once that a step is unknown, where the manifest names it', () => {
    const entry = { step: 'Lisst', slot: 'fields', source: text, stepAt: at(28) } as const;
    const mappings = [
      { ...entry, target: 'Email', at: at(30) },
      { ...entry, target: 'Phone', at: at(31) },
    ];
    const named = resolveMappingNames(makeCycle('sync', { mappings }), shape);
    expect(named.unresolved.size).toBe(2);
    expect(listRefused(named)).toMatchObject([{ code: 'step-unknown', at: { line: 28 } }]);
  });

  it('refuses a target that the step lacks in that list', () => {
    const [code, summary, remedy] = refuse({ target: 'Emal' });
    expect([code, remedy]).toEqual(['target-unknown', 'Nearest names: "Email".']);
    expect(summary).toBe('The cycle has no request field "Emal" in step "Add#1"');
    expect(refuse({ slot: 'parameters', target: 'Fax' })[1]).toContain('no parameter "Fax"');
    expect(refuse({ step: 'Add#2' })[2]).toBe(
      'Step "Add#2" has no request fields: remove the line.',
    );
  });

  it('says where a name belongs that stands under the wrong list of its step', () => {
    expect(refuse({ target: 'apiKey' })).toEqual([
      'target-unknown',
      '"apiKey" is a parameter: move it under parameters',
      'Write the line under steps, "Add#1", parameters.',
    ]);
    expect(refuse({ slot: 'parameters', target: 'Email' })[1]).toBe(
      '"Email" is a field: move it under fields',
    );
    expect(refuse({ slot: 'parameters', target: 'Phone' })[1]).toBe(
      '"Phone" is a field: move it under fields',
    );
    expect(refuse({ target: 'Phone' })[1]).toContain('more than one');
  });

  it('lists what there is where no name is near, and does not say that there is nothing', () => {
    expect(refuse({ slot: 'parameters', target: 'warehouse' })[2]).toBe(
      'Existing names: "apiKey".',
    );
    expect(refuse({ step: 'Reconcile everything' })[2]).toBe(
      'Existing names: "Add#1", "Add#2", "List".',
    );
  });

  it('refuses a source that the cycle lacks, in an expression too', () => {
    const step = { kind: 'step', step: 'Nobody', field: 'x' } as const;
    expect(refuse({ source: step })[1]).toBe('The cycle has no step "Nobody"');
    const expression = { kind: 'expression', expression: '{{"List" "Contact.Emial"}}' } as const;
    expect(refuse({ source: expression })).toEqual([
      'source-unknown',
      'The cycle has no response field "Contact.Emial" in step "List"',
      'Nearest names: "Contact.Email".',
    ]);
    const missing = { kind: 'variable', variable: 'Regoin' } as const;
    expect(refuse({ source: missing })[1]).toBe('The cycle has no variable "Regoin"');
  });

  it('refuses text where the service keeps a secret, and takes a reference', () => {
    const at = { slot: 'parameters', target: 'apiKey' } as const;
    expect(name({ ...at }).diagnostics).toMatchObject([{ code: 'secret-as-text' }]);
    const secret = boundSecret('word');
    const { fields, diagnostics } = name({ ...at, source: { kind: 'secret', secret } });
    expect(diagnostics).toEqual([]);
    expect(fields).toMatchObject([{ value: { kind: 'secret', secret } }]);
  });

  it.each([
    { kind: 'value', value: 'subscribd' },
    { kind: 'option', option: 'subscribd' },
  ] as const)('warns of a value that the service does not list: %j', (source) => {
    const { warnings, refusals } = name({ target: 'Status', source });
    expect(refusals).toEqual([]);
    expect([...(warnings ?? [])]).toMatchObject([
      [
        'steps/Add#1/fields/Status',
        {
          code: 'value-unlisted',
          severity: 'warning',
          at: at(30),
          address: 'northwind/cycles/sync/steps/Add#1/fields/Status',
        },
      ],
    ]);
  });

  it.each([
    { kind: 'value', value: 'pending' },
    { kind: 'option', option: 'pending' },
    { kind: 'variable', variable: 'Region' },
    { kind: 'lookup', value: 'x' },
    { kind: 'ignore' },
    { kind: 'expression', expression: '{{Region}}' },
    { kind: 'step', step: 'List', field: 'Contact.Email' },
    { kind: 'secret', secret: boundSecret('word') },
  ] as const)('does not warn of a listed value, or of a source: %j', (source) => {
    expect(name({ target: 'Status', source }).warnings?.size).toBe(0);
  });
});

describe('a source', () => {
  const steps = ['First', 'Second', 'Third'].map((label, index) =>
    liveStep(`s${index}`, {
      name: label,
      fields: [target(`${index}`, 'Email')],
      responses: [{ id: `${index}7`, name: 'Id' }],
    }),
  );
  const edges = [
    { tail: 's0', head: 's1' },
    { tail: 's1', head: 's2' },
  ];

  function take(step: string, source: DesiredMappingEntry['source'], known = true) {
    const entry = { step, slot: 'fields', target: 'Email', source } as const;
    const cycle = makeCycle('sync', { mappings: [{ ...entry, at: at(30), stepAt: at(28) }] });
    const { warnings } = resolveMappingNames(cycle, {
      ...shapeOf(steps),
      ...(known ? { edges } : {}),
    });
    return [...(warnings?.values() ?? [])];
  }
  const from = (step: string) => ({ kind: 'step', step, field: 'Id' }) as const;

  it('that runs after its step is warned about, with the steps that run before', () => {
    expect(take('Second', from('Third'))).toEqual([
      {
        code: 'source-later',
        severity: 'warning',
        summary: '"Email" takes its value from step "Third", which runs after "Second"',
        at: at(30),
        address: 'northwind/cycles/sync/steps/Second/fields/Email',
        remedy: 'Take it from a step that runs before: "First".',
      },
    ]);
    const expression = '{{"First" "Id"}} {{"Third" "Id"}}';
    expect(take('Second', { kind: 'expression', expression })).toHaveLength(1);
  });

  it('that is its own step is warned about', () => {
    expect(take('First', from('First'))).toMatchObject([
      {
        summary: '"Email" takes its value from its own step',
        remedy: 'No step runs before it: write a value or a variable.',
      },
    ]);
  });

  it('that runs before, or in an order that was not read, is not', () => {
    expect(take('Third', from('First'))).toEqual([]);
    expect(take('Second', from('Third'), false)).toEqual([]);
  });
});
