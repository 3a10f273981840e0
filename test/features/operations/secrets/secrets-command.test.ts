import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../../src/model/address.ts';
import type { AppliedValue } from '../../../../src/model/fields/field-value.ts';
import type { Fingerprint } from '../../../../src/model/secret/secret.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { makeFingerprint, openFingerprintKey } from '../../../../src/secrets/fingerprint-key.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { makeTemporaryFolder } from '../../../store/temporary-folder.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const keys = {
  old: 'CANARY-the-key-before',
  now: 'CANARY-the-key-of-now',
  third: 'CANARY-a-third-key',
};
const [printOld, printNow, printThird] = (await Promise.all(
  [keys.old, keys.now, keys.third].map(async (text) =>
    makeFingerprint(await openFingerprintKey({ kind: 'text', text })),
  ),
)) as [Print, Print, Print];

type Print = (text: string) => Fingerprint;

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    prod:
      service: {baseUrl: "https://service.example", token: {clientId: a, clientSecret: {env: SVC_SECRET}}}
`;

const account = (name: string) => `apiVersion: cyclectl/v1
kind: Account
metadata: {name: ${name}}
spec:
  id: ${name}
  errorWebhook: {url: {env: HOOK}}
  connectors:
    crm:
      connector: {name: Sample CRM}
      auth: {basic: {username: {env: CRM_USER}, password: {env: CRM_KEY}}}
      properties: {token: {exec: [vault, read, crm]}}
  cycles:
    sync:
      from: {template: Sync}
      steps: {Save: {parameters: {key: {file: secrets/key}}}}
`;

const environment = {
  CYCLECTL_SECRET_KEY: keys.now,
  CRM_USER: 'sync',
  CRM_KEY: 'CANARY-crm',
  HOOK: 'https://hooks.example/CANARY-hook',
};
const crm = toConnectorAddress('northwind', 'crm');
const basic = Buffer.from('sync:CANARY-crm').toString('base64');

function makeProject(): string {
  const directory = makeTemporaryFolder();
  for (const folder of ['accounts', 'secrets']) mkdirSync(join(directory, folder));
  writeFileSync(join(directory, 'cyclectl.yaml'), project);
  for (const name of ['northwind', 'contoso']) {
    writeFileSync(join(directory, `accounts/${name}.yaml`), account(name));
  }
  writeFileSync(join(directory, 'secrets/key'), 'CANARY-file\n');
  return directory;
}

function record(
  object: Pick<ObjectRecord, 'address' | 'kind'>,
  applied: Readonly<Record<string, AppliedValue>>,
): ObjectRecord {
  return { ...object, remoteId: '1', applied, run: null } as ObjectRecord;
}

function secret(written: Fingerprint | null, read: Fingerprint | null = null): AppliedValue {
  return { kind: 'secret', written, read, origin: written === null ? 'assumed' : 'read' };
}

async function remember(directory: string, objects: readonly ObjectRecord[]): Promise<void> {
  const store = openSqliteStore({ file: join(directory, '.cyclectl/prod/store.db') });
  await store.update({ account: 'northwind', saveObjects: objects });
  await store.close();
}

async function recall(directory: string): Promise<readonly ObjectRecord[]> {
  const store = openSqliteStore({ file: join(directory, '.cyclectl/prod/store.db') });
  const { objects } = await store.readState('northwind');
  await store.close();
  return [...objects.values()];
}

const hook = record(
  { address: toAccountAddress('northwind'), kind: 'account' },
  {
    'errorWebhook/url': secret(printOld(environment.HOOK), printOld(environment.HOOK)),
    timezone: { kind: 'plain', value: 'UTC', origin: 'read' },
  },
);
const connector = record({ address: crm, kind: 'connector' }, {
  auth: { ...secret(printOld(basic), printOld('********')), writtenAt: '2026-11-01T00:00:00Z' },
  'properties/token': secret(printOld('CANARY-unknown')),
  'properties/gone': secret(printOld('CANARY-gone')),
} as Record<string, AppliedValue>);
const cycle = record(
  { address: toCycleAddress('northwind', 'sync'), kind: 'cycle' },
  { 'steps/Save/parameters/key': secret(printOld('CANARY-before')) },
);

test('secrets lists each reference with its places, and nothing of a value', async () => {
  const directory = makeProject();
  const written = { ...secret(printNow(basic)), writtenAt: '2020-01-01T00:00:00Z' };
  await remember(directory, [
    record(
      { address: crm, kind: 'connector' },
      { auth: written, 'properties/token': secret(null) },
    ),
    cycle,
    record(
      { address: toAccountAddress('northwind'), kind: 'account' },
      {
        'errorWebhook/url': secret(printNow('CANARY-rotated')),
      },
    ),
  ]);
  const project = { directory, environment };
  const data = await runInProcess(
    project,
    'secrets',
    '--format',
    'json',
    '--select',
    'account=northwind',
  );
  expect(data.exitCode).toBe(0);
  const { kind, secrets } = JSON.parse(data.stdout);
  expect(kind).toBe('secrets');
  expect(secrets).toMatchObject([
    {
      from: '$CRM_KEY',
      kind: 'env',
      lack: null,
      uses: [{ place: `${crm}/auth`, state: 'current' }],
    },
    { from: '$CRM_USER', uses: [{ place: `${crm}/auth`, writtenAt: '2020-01-01T00:00:00Z' }] },
    { from: '$HOOK', uses: [{ place: 'northwind/errorWebhook/url', state: 'rotated' }] },
    {
      from: '$SVC_SECRET',
      lack: 'not-set',
      uses: [{ place: 'environment prod, token', state: 'signs-in' }],
    },
    { from: 'secrets/key', kind: 'file', uses: [{ state: 'other-key' }] },
    { from: 'vault read crm', kind: 'exec', lack: 'not-allowed', uses: [{ state: 'found' }] },
  ]);
  expect(secrets[0].uses[0].ageDays).toBeGreaterThan(2000);
  expect(secrets[0].uses[0].keyId).toBe(printNow('').split(':')[0]);
  const text = await runInProcess(project, 'secrets');
  expect(text.stdout).toMatch(
    /^\$CRM_KEY {2}\(env\) has a value\n {2}contoso\/connectors\/crm\/auth\n/,
  );
  expect(text.stdout).toContain('written 2020-01-01T00:00:00Z (');
  expect(data.stdout + data.stderr + text.stdout + text.stderr).not.toContain('CANARY');
});

test('rekey renews the fingerprints that the former key verifies, and leaves the others', async () => {
  const directory = makeProject();
  const third = record(
    { address: toConnectorAddress('northwind', 'other'), kind: 'connector' },
    { auth: secret(printThird('CANARY-third')), 'properties/new': secret(printNow('CANARY-new')) },
  );
  await remember(directory, [hook, connector, cycle, third]);
  const project = { directory, environment: { ...environment, CYCLECTL_SECRET_KEY_OLD: keys.old } };
  const first = await runInProcess(project, 'secrets', 'rekey', '--format', 'json');
  expect(first.exitCode).toBe(3);
  expect(JSON.parse(first.stdout)).toMatchObject({
    kind: 'rekey',
    result: { done: 2, already: 1, left: expect.any(Array) },
  });
  const left = JSON.parse(first.stdout).result.left as { address: string; why: string }[];
  expect(left.map(({ address, why }) => `${address} ${why}`).sort()).toEqual([
    'northwind/connectors/crm/properties/gone not-in-manifest',
    'northwind/connectors/crm/properties/token no-value',
    'northwind/connectors/other/auth third-key',
    'northwind/cycles/sync/steps/Save/parameters/key differs',
  ]);
  const after = await recall(directory);
  expect(after).toHaveLength(4);
  expect(after).toEqual(
    expect.arrayContaining([
      {
        ...hook,
        applied: {
          ...hook.applied,
          'errorWebhook/url': secret(printNow(environment.HOOK), printNow(environment.HOOK)),
        },
      },
      {
        ...connector,
        applied: {
          ...connector.applied,
          // What the service showed was a mask: its print stays.
          auth: {
            ...secret(printNow(basic), printOld('********')),
            writtenAt: '2026-11-01T00:00:00Z',
          },
        },
      },
      cycle,
      third,
    ]),
  );
  const second = await runInProcess(project, 'secrets', 'rekey');
  expect(second.exitCode).toBe(1);
  expect(second.stdout).toContain('0 computed again, 3 of this key already, 4 unchanged.');
  expect(first.stdout + second.stdout + second.stderr).not.toContain('CANARY');
  expect(await recall(directory)).toEqual(after);
});

test('rekey wants both keys, and has nothing to do with the embedded service', async () => {
  const directory = makeProject();
  const { CYCLECTL_SECRET_KEY: _, ...none } = environment;
  const say = async (variables: Record<string, string>) =>
    (await runInProcess({ directory, environment: variables }, 'secrets', 'rekey')).stderr;
  expect(await say(environment)).toContain('CYCLECTL_SECRET_KEY_OLD is not set');
  expect(await say({ ...none, CYCLECTL_SECRET_KEY_OLD: keys.old })).toContain(
    'CYCLECTL_SECRET_KEY is not set',
  );
  const local = project.replace(/\{baseUrl.*\}\}\}/, '{emulator: {world: world.yaml}}');
  writeFileSync(join(directory, 'cyclectl.yaml'), local);
  expect(await say({})).toContain('is embedded');
});
