import { describe, expect, it } from 'vitest';
import { formatCycle } from '../../support/values/check-account.ts';
import { makeSecrets } from '../../support/values/read-manifests.ts';
import { listFields, print, resolveOne } from './resolve-text.ts';

describe('A cycle of an account', () => {
  it('leaves its run state alone when none is written', async () => {
    const cycle = await resolveOne(formatCycle(), 'cycles');
    expect(cycle).toMatchObject({
      key: 'news',
      address: 'acme/cycles/news',
      name: 'news',
      origin: { kind: 'template', template: 'Send news', tag: null, at: { line: 8, column: 24 } },
      activity: { kind: 'unmanaged' },
      activityAt: { line: 7, column: 5 },
      mappings: [],
      visibilities: [],
    });
    expect(listFields(cycle?.fields)).toEqual([['displayName', 'news']]);
  });

  it.each([
    [['state: paused'], { kind: 'paused', schedule: null }],
    [['state: active'], { kind: 'active', schedule: null }],
    [
      ['state: active', 'schedule: {every: 15m}'],
      { kind: 'active', schedule: { kind: 'every', every: '15m' } },
    ],
    [
      ['state: active', 'schedule: {every: 1d, startAt: 2026-12-01T06:00:00.000Z}'],
      {
        kind: 'active',
        schedule: { kind: 'every', every: '1d', startAt: '2026-12-01T06:00:00Z' },
      },
    ],
    [
      ['state: active', 'schedule: {once: {at: 2026-12-23T17:00:00.000-08:00}}'],
      { kind: 'paused', schedule: null },
    ],
  ])('runs as %s says', async (lines, value) => {
    const cycle = await resolveOne(formatCycle(...lines), 'cycles');
    expect(cycle).toMatchObject({
      activity: { kind: 'set', value },
      activityAt: { line: 9, column: 14 },
    });
  });

  it('has the place of its schedule at the interval, with the pointer of its state', async () => {
    const cycle = await resolveOne(
      formatCycle('state: active', 'schedule: {every: 15m}'),
      'cycles',
    );
    const state = { pointer: '/spec/cycles/news/state' };
    expect(cycle).toMatchObject({ scheduleAt: { line: 10, column: 25, ...state } });
    const without = await resolveOne(formatCycle('state: paused'), 'cycles');
    expect(without).toMatchObject({ scheduleAt: { line: 9, column: 14, ...state } });
  });

  it('has its settings and variables as fields, tags as a sorted set', async () => {
    const cycle = await resolveOne(
      formatCycle(
        'displayName: News',
        'description: null',
        'tags: [eu, all, Zoo]',
        'retention: {erroredHours: 5}',
        'errorAction: Retry',
        'collectionSplit: None',
        'logRequests: true',
        'shareable: false',
        'connectors: {"Sample CRM#2": crm}',
        'variables: {Page size: 500, Dry run: false, Token: {env: TOKEN}}',
      ),
      'cycles',
      makeSecrets({ $TOKEN: 't' }),
    );
    expect(listFields(cycle?.fields)).toEqual([
      ['displayName', 'News'],
      ['description', null],
      ['tags', ['Zoo', 'all', 'eu']],
      ['retention/erroredHours', 5],
      ['errorAction', 'Retry'],
      ['collectionSplit', 'None'],
      ['logRequests', true],
      ['shareable', false],
      ['variables/Page size', '500'],
      ['variables/Dry run', 'false'],
      ['variables/Token', { ref: { env: 'TOKEN' }, fingerprint: print('t') }],
    ]);
    expect(cycle).toHaveProperty(
      'slots',
      new Map([['Sample CRM#2', { connector: 'crm', at: expect.objectContaining({ line: 17 }) }]]),
    );
  });

  it('takes every form of a mapping in the order of the manifest', async () => {
    const cycle = await resolveOne(
      formatCycle(
        'steps:',
        '  "Read#2":',
        '    fields: {a: text, b: 15, c: true}',
        '    parameters: {d: {step: Read, field: "[x].y"}, e: {variable: v}, f: {option: o}}',
        '  Write:',
        '    fields:',
        '      g: {lookup: {value: a78f, label: Newsletter}}',
        '      h: {lookup: {value: a78f}}',
        '      i: {expression: "{{x}}"}',
        '      j: {ignore: true}',
        '      k: {env: TOKEN}',
      ),
      'cycles',
    );
    const mappings = cycle !== undefined && 'mappings' in cycle ? cycle.mappings : [];
    expect(mappings.map(({ step, slot, target, source }) => [step, slot, target, source])).toEqual([
      ['Read#2', 'parameters', 'd', { kind: 'step', step: 'Read', field: '[x].y' }],
      ['Read#2', 'parameters', 'e', { kind: 'variable', variable: 'v' }],
      ['Read#2', 'parameters', 'f', { kind: 'option', option: 'o' }],
      ['Read#2', 'fields', 'a', { kind: 'value', value: 'text' }],
      ['Read#2', 'fields', 'b', { kind: 'value', value: '15' }],
      ['Read#2', 'fields', 'c', { kind: 'value', value: 'true' }],
      ['Write', 'fields', 'g', { kind: 'lookup', value: 'a78f', label: 'Newsletter' }],
      ['Write', 'fields', 'h', { kind: 'lookup', value: 'a78f' }],
      ['Write', 'fields', 'i', { kind: 'expression', expression: '{{x}}' }],
      ['Write', 'fields', 'j', { kind: 'ignore' }],
      [
        'Write',
        'fields',
        'k',
        { kind: 'secret', secret: { ref: { env: 'TOKEN' }, fingerprint: null } },
      ],
    ]);
    expect(mappings[0]?.at).toMatchObject({ line: 12, column: 27 });
    expect(mappings[0]?.stepAt).toMatchObject({ line: 10 });
  });
});
