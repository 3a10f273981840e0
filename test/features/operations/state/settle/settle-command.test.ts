import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Address } from '../../../../../src/model/address.ts';
import { openSqliteStore } from '../../../../../src/store/sqlite/open-sqlite-store.ts';
import { copyExample, type Project } from '../../../../support/run-cyclectl.ts';
import { startInProcess } from '../../../../support/run-in-process.ts';
import { makeSession } from '../../../../worlds/make-session.ts';

let project: Project;

beforeAll(async () => {
  project = await copyExample('quickstart');
});

async function settle(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await startInProcess(project, 'state', 'settle', ...args)
    .ended;
  return { exitCode, text: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') };
}

it('gives no account of one customer to another', async () => {
  const named = await settle('northwind', 'exists', 'contoso.example');
  expect(named).toMatchObject({ exitCode: 1 });
  expect(named.text).toContain('"contoso.example" belongs to the account contoso [not-settled]');
  expect(await settle('contoso', 'exists', '0b5f')).toMatchObject({ exitCode: 0 });
  expect((await settle('northwind', 'exists', '0b5f')).text).toContain(
    'belongs to the account contoso',
  );
  expect(await settle('northwind', 'exists', 'northwind-8812')).toMatchObject({ exitCode: 0 });
});

it('binds nothing that no manifest names', async () => {
  for (const [address, near] of [
    ['northwnd/connectors/crm', 'northwind'],
    ['northwind/connectors/cmr', 'crm'],
    ['northwind/cycles/contacts', 'contacts-to-files'],
    ['northwind/connectors/crm/customCategories/ledgers', 'The manifests declare none.'],
  ] as const) {
    const { exitCode, text } = await settle(address, 'exists', '7');
    expect(exitCode).toBe(1);
    expect(text).toContain(`No manifest of this environment declares ${address}`);
    expect(text).toContain(near);
  }
});

it('settles the result of a create that Git no longer wants, and no other replaced cycle', async () => {
  const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
  const [first, second] = [1, 2].map(
    (ordinal) => `northwind/cycles/contacts-to-files~${ordinal}` as Address,
  ) as [Address, Address];
  const begun = { kind: 'cycle', idsBefore: [], connectorIdsBefore: [] } as const;
  const openCreates = [first, second].map((address) => {
    return { ...begun, address, begunAt: '2026-12-01T05:00:00Z', templateId: 'any', name: 'Any' };
  });
  await store.update({ account: 'northwind', openCreates });
  expect(await settle(first, 'absent')).toMatchObject({ exitCode: 0 });
  expect(await settle(second, 'exists', 'found')).toMatchObject({ exitCode: 0 });
  const { creates, objects } = await store.readState('northwind');
  expect({ open: creates.size, found: objects.get(second)?.remoteId }).toEqual({
    open: 0,
    found: 'found',
  });
  for (const address of [first, `${first}~1`]) {
    expect((await settle(address, 'exists', 'another')).text).toContain(
      `No manifest of this environment declares ${address}`,
    );
  }
  await store.update({ account: 'northwind', deleteObjects: [second] });
  await store.close();
});

it('settles a create of a connector that no manifest names any more', async () => {
  const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
  const [kept, lost] = ['kept', 'lost'].map((key) => `northwind/connectors/${key}` as Address) as [
    Address,
    Address,
  ];
  const begun = { kind: 'connector', idsBefore: [], connectorIdsBefore: [] } as const;
  const openCreates = [kept, lost].map((address) => {
    return { ...begun, address, begunAt: '2026-12-01T05:00:00Z' };
  });
  await store.update({ account: 'northwind', openCreates });
  expect(await settle(kept, 'exists', '41')).toMatchObject({ exitCode: 0 });
  expect(await settle(lost, 'absent')).toMatchObject({ exitCode: 0 });
  const { creates, objects } = await store.readState('northwind');
  expect([creates.size, objects.get(kept)?.remoteId]).toEqual([0, '41']);
  expect((await settle(lost, 'exists', '42')).text).toContain(
    `No manifest of this environment declares ${lost}`,
  );
  await store.update({ account: 'northwind', deleteObjects: [kept] });
  await store.close();
});

it('takes whole numbers alone for the ids of connectors', async () => {
  for (const id of ['../../accounts', '7;8', '0x7', '7 ', 'ALL']) {
    const { exitCode, text } = await settle('northwind/connectors/crm', 'exists', id);
    expect(exitCode).toBe(1);
    expect(text).toContain('the id is a whole number [not-settled]');
  }
  expect(await settle('northwind/connectors/crm', 'exists', '7')).toMatchObject({ exitCode: 0 });
});

it('says which object has an id already, and how to let that one go', async () => {
  const { text } = await settle('northwind/connectors/files', 'exists', '7');
  expect(text).toContain('northwind/connectors/crm is bound to 7 already');
  expect(text).toContain('cyclectl state forget northwind/connectors/crm');
});

it('does not wait for the lock of the account, and says who has it', async () => {
  const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
  const { holder } = makeSession();
  await store.heartbeat(holder);
  await store.acquireLock('northwind', holder);
  for (const args of [
    ['settle', 'northwind/connectors/crm', 'absent'],
    ['forget', 'northwind/connectors/crm', '--yes'],
  ]) {
    const { exitCode, stderr } = await startInProcess(project, 'state', ...args).ended;
    expect(exitCode).toBe(1);
    expect(stderr).toContain('[lock-held]');
  }
  await store.removeHolder(holder.id);
  await store.close();
  expect(await settle('northwind/connectors/crm', 'absent')).toMatchObject({ exitCode: 0 });
});
