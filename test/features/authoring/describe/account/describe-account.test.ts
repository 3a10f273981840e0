import { describe, expect, it } from 'vitest';
import accountSchema from '../../../../../schemas/account.schema.json' with { type: 'json' };
import type { WholeCycle } from '../../../../../src/model/live/reading.ts';
import {
  liveAccount,
  liveConnector,
  liveCycle,
  liveMapping,
} from '../../../../support/values/make-live.ts';
import { cycleOf, describeWhole, release, sync } from '../describe-whole.ts';

function fieldsOf(cycle: WholeCycle) {
  const { spec, said } = describeWhole({ cycles: [cycle] });
  return { fields: spec.cycles?.old?.steps?.Save?.fields ?? {}, said, cycle: spec.cycles?.old };
}

describe('an account', () => {
  it('has an id for every environment, or for the one that it is of', () => {
    expect(describeWhole({}).spec).toEqual({
      id: 'northwind-8812',
      displayName: 'Northwind',
      timezone: 'UTC',
    });
    const { spec } = describeWhole({}, { environment: 'prod' });
    expect(spec.ids).toEqual({ prod: 'northwind-8812' });
  });

  it.each([
    ['https://hooks.example.com/northwind', true],
    ['https://user:word@hooks.example.com/', false],
    ['https://hooks.example.com/?token=1', false],
    ['https://hooks.example.com/services/T0A1/b2c3d4e5f6a7b8c9d0', false],
    ['https://hooks.example.com/4f0c2a1e-9d3b-4c5d-8e6f-0a1b2c3d4e5f', false],
    ['ftp://hooks.example.com', false],
  ])('has the address %s of its webhook as text: %s', (webhookUrl, isText) => {
    const account = liveAccount({ webhookEnabled: true, webhookUrl });
    const url = describeWhole({ account }).spec.errorWebhook?.url;
    expect(url).toEqual(isText ? webhookUrl : { env: 'NORTHWIND_ERROR_WEBHOOK_URL' });
  });

  it('is in the order of the schema', () => {
    const account = liveAccount({
      description: 'a',
      auditInfo: 'b',
      taskAuditInfo: 'c',
      successHours: 1,
      webhookEnabled: true,
      webhookUrl: 'https://a.example',
    });
    const connector = liveConnector('1', {
      name: 'CRM',
      description: 'b',
      properties: [{ id: '1', name: 'region', value: 'eu' }],
    });
    const live = liveCycle('c1', {
      name: 'Sync all',
      status: 'Active',
      successHours: 1,
      errorAction: 'Ignore',
      collectionSplit: 'None',
      logRequests: true,
      shareable: false,
      schedule: { kind: 'every', every: '1h' },
    });
    const status = liveMapping('StaticValue', { value: 'on' });
    const { spec } = describeWhole({
      account,
      connectors: [connector],
      cycles: [cycleOf({ live }, [status])],
    });
    const orderOf = (properties: object, written: object) =>
      Object.keys(properties).filter((name) => Object.keys(written).includes(name));
    const { properties, $defs } = accountSchema;
    expect(Object.keys(spec)).toEqual(orderOf(properties.spec.properties, spec));
    for (const [def, written] of [
      [$defs.installedConnector, spec.connectors?.crm],
      [$defs.cycle, spec.cycles?.['sync-all']],
    ] as const) {
      expect(Object.keys(written ?? {})).toEqual(orderOf(def.properties, written ?? {}));
      expect(Object.keys(written ?? {}).length).toBeGreaterThan(3);
    }
  });
});

describe('a connector', () => {
  it('has its secrets as references, also under a name that says so', () => {
    const properties = [
      { id: '1', name: 'region', value: 'eu' },
      { id: '2', name: 'ClientSecret', value: 'hidden-not-a-secret' },
    ];
    const { spec } = describeWhole({ connectors: [liveConnector('1', { properties })] });
    expect(spec.connectors?.crm).toEqual({
      connector: { name: 'Sample CRM', version: '1' },
      auth: { apiKey: { env: 'NORTHWIND_CRM_API_KEY' } },
      properties: { region: 'eu', ClientSecret: { env: 'NORTHWIND_CRM_CLIENT_SECRET' } },
    });
  });

  it('says its version, also where an install would take another one', () => {
    const releases = [release, { ...release, id: '2', version: '2' }];
    const { spec } = describeWhole({ connectors: [liveConnector('1')] }, { releases });
    expect(spec.connectors?.crm?.connector).toEqual({ name: 'Sample CRM', version: '1' });
  });

  it.each([
    ['OAuth2', 'auth: {oauth: {user: NAME}}'],
    ['ApiKey', null],
  ])('of the type %s asks in a comment for what is not shown', (type, line) => {
    const releases = [{ ...release, authentications: [{ id: 'a', name: 'A', type }] }];
    const { remarks } = describeWhole({ connectors: [liveConnector('1')] }, { releases });
    expect(remarks.flatMap(({ lines = [] }) => lines)).toEqual(line === null ? [] : [line]);
  });

  it('of a name that another has is left out, and so is that', () => {
    const { spec, said } = describeWhole({ connectors: [liveConnector('1'), liveConnector('2')] });
    expect([spec.connectors, said]).toEqual([
      undefined,
      ['several connectors have the name "crm"'],
    ]);
  });
});

describe('a cycle', () => {
  it('has the key that its tag says, and nothing of what its template gives', () => {
    const { cycle } = fieldsOf(cycleOf());
    expect(cycle).toEqual({
      from: { template: 'Sync' },
      displayName: 'sync',
      state: 'paused',
      variables: { region: 'eu' },
    });
  });

  it('clears what its template would give to a new one', () => {
    const { cycle } = fieldsOf(cycleOf({ live: liveCycle('c1', { tags: ['cyclectl:old'] }) }));
    expect(cycle).toMatchObject({ description: null, tags: [] });
  });

  it('has no secret in its mappings: not what is marked, nor what is called so, nor the same text elsewhere', () => {
    const text = (id: string, value: string) => liveMapping('StaticValue', { targetId: id, value });
    const hidden = 'marked-not-a-secret';
    const { fields } = fieldsOf(
      cycleOf({}, [text('1', `Bearer ${hidden}`), text('2', hidden), text('3', 'named')]),
    );
    expect(fields).toEqual({
      Status: { env: 'NORTHWIND_OLD_SAVE_STATUS' },
      Token: { env: 'NORTHWIND_OLD_SAVE_TOKEN' },
      apiKey: { env: 'NORTHWIND_OLD_SAVE_API_KEY' },
    });
  });

  it('says nothing of a mapping whose source has no name of its own', () => {
    const gone = { sourceStepId: 's9', sourceFieldId: '7' };
    const { fields, said } = fieldsOf(
      cycleOf({}, [
        liveMapping('PreviousStep', gone),
        liveMapping('Variable', { targetId: '3', value: 'var_twin' }),
      ]),
    );
    expect(fields).toEqual({});
    expect(said).toEqual([
      'the variable "twin" of the cycle "sync" shares its name with others',
      expect.stringContaining('it reads "7" of "s9", which the cycle does not have'),
      expect.stringContaining('it reads one of several variables "twin"'),
    ]);
  });

  it('is left out where two templates have the name and the tags of its own', () => {
    const templates = [sync, { ...sync, id: 'template-2' }];
    const tagged = [sync, { ...sync, id: 'template-2', tags: [] }];
    const cycles = [cycleOf()];
    expect(describeWhole({ cycles }, { templates }).spec.cycles).toBeUndefined();
    expect(describeWhole({ cycles }, { templates: tagged }).spec.cycles?.old?.from).toEqual({
      template: 'Sync',
      tag: 'mail',
    });
  });
});

describe('the rest of an account', () => {
  const nothing = { byId: new Map(), keys: new Set<string>(), removed: new Set<string>() };

  it('has keys that no entry has, and nothing of what has one or had it', () => {
    const connectors = ['CRM', 'Sales', 'crm', 'Old'].map((name, index) =>
      liveConnector(`k${index}`, { name, release: { ...release } }),
    );
    const managed = {
      connectors: {
        byId: new Map([['k1', 'crm']]),
        keys: new Set(['crm', 'crm-2']),
        removed: new Set(['k3']),
      },
      cycles: nothing,
    };
    const { spec } = describeWhole({ connectors }, { managed });
    expect(Object.keys(spec.connectors ?? {})).toEqual(['crm-3', 'crm-4']);
    expect(spec.displayName).toBeUndefined();
  });

  it('has no cycle that carries the tag of an entry: it is a copy of that', () => {
    const managed = {
      connectors: nothing,
      cycles: { ...nothing, byId: new Map([['c2', 'old']]), keys: new Set(['old']) },
    };
    const other = cycleOf({ live: liveCycle('c2', { name: 'Other' }) });
    const { spec, said } = describeWhole({ cycles: [cycleOf(), other] }, { managed });
    expect(spec.cycles).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('shares the tag "cyclectl:old"')]);
  });

  it('has what shares its name with an entry in no place, and says so', () => {
    const managed = {
      connectors: { ...nothing, byId: new Map([['k0', 'one']]), keys: new Set(['one']) },
      cycles: nothing,
    };
    const twins = ['k0', 'k1'].map((id) => liveConnector(id, { name: 'CRM' }));
    const { spec, said } = describeWhole({ connectors: twins }, { managed });
    expect(spec.connectors).toBeUndefined();
    expect(said).toEqual(['several connectors have the name "CRM"']);
  });
});
