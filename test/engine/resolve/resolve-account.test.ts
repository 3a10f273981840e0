import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { resolveAccount } from '../../../src/engine/resolve/resolve-account.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import { toHash } from '../../../src/kit/hash.ts';
import type { DesiredFields } from '../../../src/model/fields/field-value.ts';
import type { Secrets } from '../../../src/model/ports.ts';
import {
  environments,
  formatCycle,
  formatManifest,
  formatSpec,
} from '../../support/values/check-account.ts';
import { makeSecrets } from '../../support/values/read-manifests.ts';

async function resolve(text: string, secrets: Secrets = makeSecrets({})) {
  const [raw] = parseDocuments('accounts/acme.yaml', text).documents;
  const document = raw === undefined ? null : validateAccount(raw, environments).document;
  if (document === null) throw new Error('the manifest of this test is not valid');
  return resolveAccount(document, 'prod', secrets);
}

async function resolveOne(text: string, section: 'connectors' | 'cycles', secrets?: Secrets) {
  const setting = (await resolve(text, secrets))?.[section];
  return setting?.kind === 'set' ? [...setting.value.values()][0] : undefined;
}

/** The fields as pairs of path and value; a secret as its reference and what was printed. */
function listFields(fields: DesiredFields | undefined): [string, unknown][] {
  return [...(fields ?? [])].map(([path, { value }]) => [
    path,
    value.kind === 'plain' ? value.value : value.secret,
  ]);
}

const print = (text: string) => `test:${toHash(text)}`;

describe('The settings of an account', () => {
  it('are none where the manifest manages none', async () => {
    const account = await resolve(formatSpec());
    expect(account).toMatchObject({
      key: 'acme',
      address: 'acme',
      id: 'acme-1',
      name: 'acme',
      at: { line: 3, column: 18 },
      connectors: { kind: 'unmanaged' },
      cycles: { kind: 'unmanaged' },
    });
    expect(listFields(account?.fields)).toEqual([]);
  });

  it('have a field for each value that is written', async () => {
    const account = await resolve(
      formatSpec(
        'displayName: Acme Inc',
        'description: null',
        'timezone: Europe/Berlin',
        'retention: {successHours: 0, erroredHours: null}',
        'errorWebhook: {url: "https://hooks.example.com", includeWarnings: false}',
      ),
    );
    expect(account?.name).toBe('Acme Inc');
    expect(listFields(account?.fields)).toEqual([
      ['displayName', 'Acme Inc'],
      ['description', null],
      ['timezone', 'Europe/Berlin'],
      ['retention/successHours', 0],
      ['retention/erroredHours', null],
      ['errorWebhook/enabled', true],
      ['errorWebhook/url', 'https://hooks.example.com'],
      ['errorWebhook/includeWarnings', false],
    ]);
    const lines = [...(account?.fields.values() ?? [])].map(({ at }) => `${at.line}:${at.column}`);
    expect(lines).toEqual(['6:16', '7:16', '8:13', '9:29', '9:46', '10:17', '10:23', '10:69']);
  });

  it('clear both retentions by one null, and turn the webhook off without touching its address', async () => {
    const account = await resolve(formatSpec('retention: null', 'errorWebhook: null'));
    expect(listFields(account?.fields)).toEqual([
      ['retention/successHours', null],
      ['retention/erroredHours', null],
      ['errorWebhook/enabled', false],
    ]);
  });

  it('know a secret address by its fingerprint', async () => {
    const secrets = makeSecrets({ $HOOK: 'https://hooks.example.com/t0ken' });
    const account = await resolve(formatSpec('errorWebhook: {url: {env: HOOK}}'), secrets);
    expect(listFields(account?.fields)[1]).toEqual([
      'errorWebhook/url',
      { ref: { env: 'HOOK' }, fingerprint: print('https://hooks.example.com/t0ken') },
    ]);
  });

  it('belong to the environments that have an id', async () => {
    expect((await resolve(formatManifest('ids: {prod: p-1}')))?.id).toBe('p-1');
    expect(await resolve(formatManifest('ids: {local: l-1}'))).toBeNull();
  });

  it('distinguish an empty map from an absent one', async () => {
    const account = await resolve(formatSpec('connectors: {}'));
    expect(account?.connectors).toEqual({ kind: 'set', value: new Map() });
    expect(account?.cycles).toEqual({ kind: 'unmanaged' });
  });
});

describe('An installed connector', () => {
  const connector = (...lines: string[]) =>
    formatSpec(
      'connectors:',
      '  crm:',
      '    connector: {name: Sample CRM, version: "2.0"}',
      ...lines.map((line) => `    ${line}`),
    );

  it('is called by its key unless it has a name', async () => {
    const unnamed = await resolveOne(connector(), 'connectors');
    expect(unnamed).toMatchObject({
      key: 'crm',
      address: 'acme/connectors/crm',
      name: 'crm',
      at: { line: 7, column: 5 },
      connector: { name: 'Sample CRM', version: '2.0', at: { line: 8, column: 25 } },
      authentication: null,
      auth: { kind: 'unmanaged' },
    });
    expect(listFields(unnamed?.fields)).toEqual([['displayName', 'crm']]);
    const named = await resolveOne(
      connector('displayName: CRM (EU)', 'description: x'),
      'connectors',
    );
    expect(named?.name).toBe('CRM (EU)');
    expect(listFields(named?.fields)).toEqual([
      ['displayName', 'CRM (EU)'],
      ['description', 'x'],
    ]);
  });

  it('sends its properties as text, secrets by reference', async () => {
    const found = await resolveOne(
      connector('auth: none', 'properties: {on: true, port: 22, a/b: x, key: {file: secrets/k}}'),
      'connectors',
    );
    expect(found).toMatchObject({ auth: { kind: 'none' } });
    expect(listFields(found?.fields).slice(1)).toEqual([
      ['properties/on', 'true'],
      ['properties/port', '22'],
      ['properties/a%2Fb', 'x'],
      ['properties/key', { ref: { file: 'secrets/k' }, fingerprint: null }],
    ]);
  });

  it.each([
    ['{apiKey: {env: KEY}}', 'KEY', 'k3y'],
    ['{authValue: {env: KEY}}', 'KEY', 'k3y'],
    ['{oauth: {tokens: {env: KEY}}}', 'KEY', 'k3y'],
    ['{basic: {username: sync, password: {env: KEY}}}', 'KEY', 'c3luYzprM3k='],
    ['{basic: {username: {env: USER}, password: {env: KEY}}}', 'USER', 'c3luYzprM3k='],
  ])('knows the finished AuthValue of %s by its fingerprint', async (auth, env, value) => {
    const secrets = makeSecrets({ $KEY: 'k3y', $USER: 'sync' });
    const found = await resolveOne(connector(`auth: ${auth}`), 'connectors', secrets);
    const part = value === 'k3y' ? {} : { partFingerprint: print('k3y') };
    expect(listFields(found?.fields).slice(1)).toEqual([
      ['auth', { ref: { env }, fingerprint: print(value), ...part }],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/k3y|c3luYzprM3k=/);
  });

  it('has no fingerprint when a part of its credentials is missing here, and names that part', async () => {
    const auth = 'auth: {basic: {username: {env: USER}, password: {env: KEY}}}';
    for (const [values, env] of [
      [{}, 'USER'],
      [{ $USER: 'sync' }, 'KEY'],
      [{ $KEY: 'k3y' }, 'USER'],
    ] as const) {
      const found = await resolveOne(connector(auth), 'connectors', makeSecrets(values));
      expect(listFields(found?.fields)[1]?.[1]).toEqual({ ref: { env }, fingerprint: null });
    }
  });

  it('waits for a person where one must consent', async () => {
    const found = await resolveOne(
      connector('auth: {oauth: {user: it@acme.example}}'),
      'connectors',
    );
    expect(found).toMatchObject({ auth: { kind: 'oauth', user: 'it@acme.example' } });
    expect(listFields(found?.fields)).toEqual([['displayName', 'crm']]);
  });
});

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

  it('has its settings and variables as fields, tags as a sorted set', async () => {
    const cycle = await resolveOne(
      formatCycle(
        'displayName: News',
        'description: null',
        'tags: [eu, all, Zoo]',
        'retention: {erroredHours: 5}',
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
      ['variables/Page size', '500'],
      ['variables/Dry run', 'false'],
      ['variables/Token', { ref: { env: 'TOKEN' }, fingerprint: print('t') }],
    ]);
    expect(cycle).toHaveProperty(
      'slots',
      new Map([['Sample CRM#2', { connector: 'crm', at: expect.objectContaining({ line: 13 }) }]]),
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
