import { describe, expect, it } from 'vitest';
import {
  type CycleNames,
  resolveCycleNames,
} from '../../../src/engine/bind/resolve-cycle-names.ts';
import type { DesiredCycle } from '../../../src/model/desired/desired.ts';
import type { TemplateShape } from '../../../src/model/live/live.ts';
import {
  at,
  fieldsOf,
  listRefused,
  makeConnector,
  makeCycle,
  plainField,
  quarterly,
  syncSource,
  toActivity,
} from '../../support/values/make-desired.ts';
import { liveStep, shapeOf, target, variable } from '../../support/values/make-live.ts';

const list = liveStep('s1', { name: 'List', connectorName: 'Sample CRM', connectorId: '1' });
const hook = liveStep('s0', { name: 'Order received', isWebhook: true });
const template: TemplateShape = {
  steps: [list],
  edges: [],
  variables: [variable('Region')],
  flags: { logRequests: null, shareable: null },
  mappings: new Map(),
};
const crm = new Map([['crm', makeConnector('crm')]]);

function name(desired: DesiredCycle, more: Partial<CycleNames> = {}) {
  const names = { instance: null, isUnbound: false, template, connectors: crm, ...more };
  const named = resolveCycleNames({ desired, source: syncSource }, names);
  const diagnostics = listRefused(named);
  const codes = diagnostics.map((item) => item.code);
  return { named, codes, paths: [...named.fields.keys()], diagnostics };
}

describe('the fields of a cycle', () => {
  it('have its template, its slots and its running beside what the manifest writes', () => {
    const desired = makeCycle('sync', {
      fields: fieldsOf(plainField('displayName', 'Sync')),
      activity: toActivity('active', quarterly),
    });
    const { named, paths, codes } = name(desired);
    expect(codes).toEqual([]);
    expect(paths).toEqual([
      'displayName',
      'connectors/Sample CRM',
      'state',
      'schedule',
      'from/template',
    ]);
    expect(named.slotKeys).toEqual(new Map([['Sample CRM', 'crm']]));
  });

  it('have of an existing cycle only the slots that are written', () => {
    const instance = shapeOf([list]);
    expect(name(makeCycle('sync'), { instance }).paths).toEqual(['from/template']);
    const slots = new Map([['Sample CRM', { connector: 'crm', at: at(30) }]]);
    const { paths } = name(makeCycle('sync', { slots }), { instance });
    expect(paths).toEqual(['connectors/Sample CRM', 'from/template']);
  });

  it('have of a cycle whose making was cut short every slot', () => {
    const { paths } = name(makeCycle('sync'), { instance: shapeOf([list]), isUnbound: true });
    expect(paths).toEqual(['connectors/Sample CRM', 'from/template']);
  });

  it('have mappings as they are written where no names could be read', () => {
    const source = { kind: 'value', value: 'x' } as const;
    const mappings = [
      { step: 'Any', slot: 'fields', target: 'a/b', source, at: at(31), stepAt: at(30) } as const,
    ];
    const { named, paths, codes } = name(makeCycle('sync', { mappings }), { template: null });
    expect(named.shape).toBeNull();
    expect(codes).toEqual([]);
    expect(paths).toEqual(['steps/Any/fields/a%2Fb', 'from/template']);
  });

  it('take the names of the instance before those of its template', () => {
    const source = { kind: 'value', value: 'x' } as const;
    const mappings = [
      { step: 'Add', slot: 'fields', target: 'Email', source, at: at(31), stepAt: at(30) } as const,
    ];
    const instance = shapeOf([liveStep('s9', { name: 'Add', fields: [target('1', 'Email')] })]);
    const desired = makeCycle('sync', { mappings });
    expect(name(desired, { instance }).codes).toEqual([]);
    expect(name(desired).codes).toEqual(['step-unknown']);
  });
});

describe('variables', () => {
  const desired = makeCycle('sync', { fields: fieldsOf(plainField('variables/Regoin', 'eu', 33)) });

  it('are refused where the cycle has none of that name', () => {
    const { diagnostics } = name(desired);
    expect(diagnostics).toMatchObject([
      { code: 'variable-unknown', at: at(33), remedy: 'Nearest names: "Region".' },
    ]);
    const none = name(desired, { instance: shapeOf([]) }).diagnostics;
    expect(none[0]?.remedy).toBe('The cycle has no variables: remove the line.');
    const far = name(desired, { instance: shapeOf([], [variable('Warehouse')]) }).diagnostics;
    expect(far[0]?.remedy).toBe('Existing names: "Warehouse".');
  });

  it('are refused where several have one name', () => {
    const instance = shapeOf([], [variable('Regoin'), variable('Regoin')]);
    const { diagnostics } = name(desired, { instance });
    expect(diagnostics).toMatchObject([
      { summary: 'The cycle has more than one variable "Regoin"' },
    ]);
  });
});

describe('the schedule', () => {
  const active = makeCycle('sync', { activity: toActivity('active') });

  it('is needed by a new cycle that must be active', () => {
    expect(name(active).codes).toEqual(['schedule-missing']);
    expect(name(makeCycle('sync', { activity: toActivity('paused') })).codes).toEqual([]);
    expect(name(makeCycle('sync')).codes).toEqual([]);
  });

  it('may be left unmanaged where the cycle exists', () => {
    const { codes, paths } = name(active, { instance: shapeOf([list]) });
    expect(codes).toEqual([]);
    expect(paths).toEqual(['state', 'from/template']);
  });

  it('is not requested before the names are known', () => {
    expect(name(active, { template: null }).codes).toEqual([]);
  });

  it('is refused where a webhook starts the cycle, which needs none', () => {
    const webhook = { template: { ...template, steps: [hook, list] } };
    expect(name(active, webhook).codes).toEqual([]);
    expect(name(active, webhook).named.startsByWebhook).toBe(true);
    const scheduled = makeCycle('sync', { activity: toActivity('active', quarterly) });
    const { codes, paths } = name(scheduled, webhook);
    expect(codes).toEqual(['schedule-ignored']);
    expect(paths).not.toContain('schedule');
  });
});
