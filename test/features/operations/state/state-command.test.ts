import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  runStateForget,
  runStateList,
  runStateShow,
} from '../../../../src/features/operations/state/state-command.ts';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../../src/model/address.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { openRecordedContext, optionsFor } from '../../../support/run-in-process.ts';

const quickstart = fileURLToPath(new URL('../../../../examples/quickstart', import.meta.url));
const crm = toConnectorAddress('northwind', 'crm');
const contacts = toCycleAddress('northwind', 'contacts-to-files');

const records: readonly ObjectRecord[] = [
  {
    address: toAccountAddress('northwind'),
    kind: 'account',
    remoteId: '1',
    applied: { timezone: { kind: 'plain', value: 'Europe/Berlin' } } as ObjectRecord['applied'],
    run: null,
  },
  { address: crm, kind: 'connector', remoteId: '2', applied: {}, run: null },
];

/** A copy of the quickstart that remembers two objects, and a pause of a third. */
async function makeProject(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(directory, { recursive: true, force: true }));
  await cp(quickstart, directory, {
    recursive: true,
    filter: (path) => !path.includes('.cyclectl'),
  });
  const store = openStoreOf(directory);
  await store.update({
    account: 'northwind',
    saveObjects: records,
    openPauses: [
      {
        address: contacts,
        cycleId: '3',
        schedule: { kind: 'every', every: '15m' },
        sent: null,
        pausedAt: '2026-12-01T06:00:00Z',
        reason: 'an edit',
      },
    ],
  });
  await store.close();
  return directory;
}

function openStoreOf(directory: string) {
  return openSqliteStore({ file: join(directory, '.cyclectl/local/store.db') });
}

let directory = '';

beforeEach(async () => {
  directory = await makeProject();
});

describe('state list', () => {
  it('gives as data what it gives as text', async () => {
    const text = openRecordedContext();
    expect(await runStateList(text.context, optionsFor(directory))).toBe(0);
    expect(text.out()).toMatch(/^northwind +account 1\nnorthwind\/connectors\/crm +connector 2\n/);
    const data = openRecordedContext();
    await runStateList(data.context, { ...optionsFor(directory), format: 'json' });
    expect(JSON.parse(data.out())).toMatchObject({
      kind: 'state',
      accounts: [
        {
          account: 'northwind',
          objects: [{ remoteId: '1' }, { address: crm }],
          pauses: [{ address: contacts }],
        },
      ],
    });
  });
});

describe('state show', () => {
  it('gives one object as data, and as text', async () => {
    const options = { ...optionsFor(directory), address: 'northwind' };
    const text = openRecordedContext();
    await runStateShow(text.context, options);
    expect(text.out()).toMatch(/^northwind +account 1\n {2}timezone +"Europe\/Berlin"\n$/);
    const data = openRecordedContext();
    await runStateShow(data.context, { ...options, format: 'json' });
    expect(JSON.parse(data.out())).toMatchObject({
      object: { address: 'northwind', remembered: { remoteId: '1' } },
    });
  });

  it('looks at the service where it is asked to', async () => {
    const options = { ...optionsFor(directory), address: contacts, live: true };
    const text = openRecordedContext();
    expect(await runStateShow(text.context, options)).toBe(0);
    expect(text.out()).toContain('not in the service');
    const data = openRecordedContext();
    await runStateShow(data.context, { ...options, format: 'json' });
    expect(JSON.parse(data.out())).toMatchObject({
      object: { remembered: null, sides: { isLive: false } },
    });
  });
});

describe('state forget', () => {
  it('counts what it forgets of the object that it was given, and nothing else', async () => {
    const options = { ...optionsFor(directory), yes: true };
    const unknown = openRecordedContext();
    const mailer = { ...options, address: 'northwind/connectors/mailer' };
    expect(await runStateForget(unknown.context, mailer)).toBe(1);
    expect(unknown.said()).toContain('State has no entry northwind/connectors/mailer');
    const paused = openRecordedContext();
    expect(await runStateForget(paused.context, { ...options, address: contacts })).toBe(0);
    expect(paused.out()).toBe('Removed from state: 1.\n');
    const all = openRecordedContext();
    expect(await runStateForget(all.context, { ...options, address: 'northwind' })).toBe(0);
    expect(all.out()).toBe('Removed from state: 2.\n');
  });

  it('keeps with the account where secrets of an object that it forgets may stand', async () => {
    const store = openStoreOf(directory);
    const secret = { kind: 'secret', written: null, read: null } as const;
    const applied = { auth: secret } as ObjectRecord['applied'];
    const record = { address: crm, kind: 'connector', remoteId: '2', applied, run: null } as const;
    await store.update({ account: 'northwind', saveObjects: [record] });
    const { context } = openRecordedContext();
    const options = { ...optionsFor(directory), yes: true, address: crm };
    expect(await runStateForget(context, options)).toBe(0);
    const { objects } = await store.readState('northwind');
    expect(objects.has(crm)).toBe(false);
    const released = [{ kind: 'connector', remoteId: '2', secretPlaces: ['auth'] }];
    expect(objects.get(toAccountAddress('northwind'))).toMatchObject({ letGo: released });
    await store.close();
  });
});
