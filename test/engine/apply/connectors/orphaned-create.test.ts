import { expect, it } from 'vitest';
import { resolveObject } from '../../../../src/features/operations/state/settle/resolve-object.ts';
import type { Address } from '../../../../src/model/address.ts';
import type { Notice } from '../../../../src/model/plan/notice.ts';
import { openReplacing, replaced } from '../../../worlds/cases/replace.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  editManifest,
  listLeft,
  listReported,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

const address = 'northwind/connectors/spare' as Address;
const install = { method: 'POST', path: '/v1.0/connectors/*/install' } as const;
const entry = `    spare:
      connector: {name: Sample CRM, version: "2.0"}
      auth: {apiKey: {env: NORTHWIND_CRM_KEY}}
`;

/** A workplace where each install of a connector was lost, and whose entry then left Git. */
async function openOrphaned(): Promise<TestFixture> {
  const fixture = await openReplacing();
  const edit = (from: string, to: string) => editManifest(fixture, replaced.account, { from, to });
  edit('  cycles:\n', `${entry}  cycles:\n`);
  fixture.secrets.set('NORTHWIND_CRM_KEY', 'crm-key-not-a-secret');
  fixture.emulator.control.plantFaults([{ ...install, do: 'drop-before' }]);
  const codes = listReported(await fixture.apply()).map(({ code }) => code);
  expect(codes).toContain('outcome-unknown');
  fixture.emulator.control.plantFaults([]);
  edit(entry, '');
  await fixture.apply();
  return fixture;
}

/** What the lost install makes if it comes late. */
async function installLate(fixture: TestFixture): Promise<string> {
  const lost = fixture.emulator.requests().find(({ fault }) => fault === 'drop-before');
  const path = lost?.path ?? '';
  const at = { method: 'POST', path, account: quickstartIds.northwind };
  const body = { Name: 'spare', AuthValue: 'crm-key-not-a-secret' };
  const { Id: id } = (await consoleRequest(fixture.emulator, { ...at, body })) as {
    readonly Id: number;
  };
  return String(id);
}

async function planNotices(fixture: TestFixture): Promise<readonly Notice[]> {
  const { notices } = await planOne(fixture, replaced.account);
  return notices.filter(({ kind }) => kind === 'create-interrupted');
}

/** What `state settle` records. */
async function settle(fixture: TestFixture, finding: Parameters<typeof resolveObject>[2]) {
  const state = await fixture.store.readState(replaced.account);
  const settled = resolveObject(state, { address, kind: 'connector' }, finding);
  if ('refused' in settled) throw new Error(settled.refused.summary);
  await fixture.store.update(settled.change);
}

function listNamed(fixture: TestFixture) {
  return readLive(fixture, replaced.account).connectors.filter(({ name }) => name === 'spare');
}

const asked = [{ kind: 'create-interrupted', address, isOrphaned: true }];

it('a lost install that Git no longer names is left to a person, who finds no connector', async () => {
  const fixture = await openOrphaned();
  expect(await planNotices(fixture)).toMatchObject(asked);
  await settle(fixture, { kind: 'absent' });
  expect(await planNotices(fixture)).toEqual([]);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('a lost install that Git no longer names is deleted once a person has found its connector', async () => {
  const fixture = await openOrphaned();
  const id = await installLate(fixture);
  await fixture.apply();
  expect(listNamed(fixture)).toHaveLength(1);
  expect(await planNotices(fixture)).toMatchObject(asked);
  await settle(fixture, { kind: 'exists', id });
  await fixture.apply({ allowDeletes: 1 });
  expect(listNamed(fixture)).toEqual([]);
  expect(await planNotices(fixture)).toEqual([]);
});

it('an interrupted install that Git names again is finished by the next apply', async () => {
  const fixture = await openOrphaned();
  await installLate(fixture);
  editManifest(fixture, replaced.account, { from: '  cycles:\n', to: `${entry}  cycles:\n` });
  const { notices } = await planOne(fixture, replaced.account);
  expect(notices.filter((each) => 'isOrphaned' in each)).toEqual([]);
  await fixture.apply();
  expect(listNamed(fixture)).toHaveLength(1);
  expect(await planNotices(fixture)).toEqual([]);
});
