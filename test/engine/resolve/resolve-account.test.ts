import { describe, expect, it } from 'vitest';
import { formatManifest, formatSpec } from '../../support/values/check-account.ts';
import { makeSecrets } from '../../support/values/read-manifests.ts';
import { listFields, print, resolve, resolveOne } from './resolve-text.ts';

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
        'auditInfo: customer 8812',
        'taskAuditInfo: null',
        'retention: {successHours: 0, erroredHours: null}',
        'errorWebhook: {url: "https://hooks.example.com", includeWarnings: false}',
      ),
    );
    expect(account?.name).toBe('Acme Inc');
    expect(listFields(account?.fields)).toEqual([
      ['displayName', 'Acme Inc'],
      ['description', null],
      ['timezone', 'Europe/Berlin'],
      ['auditInfo', 'customer 8812'],
      ['taskAuditInfo', null],
      ['retention/successHours', 0],
      ['retention/erroredHours', null],
      ['errorWebhook/enabled', true],
      ['errorWebhook/url', 'https://hooks.example.com'],
      ['errorWebhook/includeWarnings', false],
    ]);
    const lines = [...(account?.fields.values() ?? [])].map(({ at }) => `${at.line}:${at.column}`);
    expect(lines).toEqual('6:16 7:16 8:13 9:14 10:18 11:29 11:46 12:17 12:23 12:69'.split(' '));
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
    ['{apiKey: {env: KEY}}', 'KEY', 'k3y', []],
    ['{authValue: {env: KEY}}', 'KEY', 'k3y', []],
    ['{oauth: {tokens: {env: KEY}}}', 'KEY', 'k3y', []],
    ['{basic: {username: sync, password: {env: KEY}}}', 'KEY', 'c3luYzprM3k=', ['k3y']],
    [
      '{basic: {username: {env: USER}, password: {env: KEY}}}',
      'USER',
      'c3luYzprM3k=',
      ['sync', 'k3y'],
    ],
  ])(
    'knows the finished AuthValue of %s by its fingerprint',
    async (auth, env, ...[value, parts]) => {
      const secrets = makeSecrets({ $KEY: 'k3y', $USER: 'sync' });
      const found = await resolveOne(connector(`auth: ${auth}`), 'connectors', secrets);
      const own = parts.length === 0 ? {} : { partFingerprints: parts.map(print) };
      expect(listFields(found?.fields).slice(1)).toEqual([
        ['auth', { ref: { env }, fingerprint: print(value), ...own }],
      ]);
      expect(JSON.stringify(found)).not.toMatch(/k3y|c3luYzprM3k=/);
    },
  );

  it('has no fingerprint when a part of its credentials is missing here, and names that part', async () => {
    const auth = 'auth: {basic: {username: {env: USER}, password: {env: KEY}}}';
    for (const [values, env, known] of [
      [{}, 'USER', null],
      [{ $USER: 'sync' }, 'KEY', 'sync'],
      [{ $KEY: 'k3y' }, 'USER', 'k3y'],
    ] as const) {
      const found = await resolveOne(connector(auth), 'connectors', makeSecrets(values));
      const own = known === null ? {} : { partFingerprints: [print(known)] };
      expect(listFields(found?.fields)[1]?.[1]).toEqual({
        ref: { env },
        fingerprint: null,
        ...own,
      });
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
