import { expect, it } from 'vitest';
import { toCycleAddress } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { adoptAllIn } from '../../../worlds/features/adopt-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listWrites,
  openQuickstart,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

/** A service in which all is as the manifests say, and nothing of it is remembered. */
async function openForgotten(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.loseStore();
  return fixture;
}

async function rename(fixture: TestFixture, id: string, name: string): Promise<void> {
  const there = { path: `/v1.0/cycles/${id}`, account: quickstartIds.northwind };
  const body = { Name: name, Tags: [] };
  await consoleRequest(fixture.emulator, { method: 'PUT', ...there, body });
}

it('binds what was shown, and notes who bound it', async () => {
  const fixture = await openForgotten();
  const since = fixture.emulator.requests().length;
  const { outcomes } = await adoptAllIn(fixture);
  expect(outcomes?.map(({ account, bound }) => [account, bound.length])).toEqual([
    ['contoso', 4],
    ['northwind', 6],
  ]);
  expect(listWrites(fixture, since)).toEqual([]);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(await fixture.store.listRuns(9)).toMatchObject([
    { command: 'adopt', end: { outcome: 'done', accounts: { done: 2 } } },
  ]);
  expect(await fixture.store.listLocks()).toEqual([]);
});

it('binds nothing of an account that is not as it was shown, and the others', async () => {
  const fixture = await openForgotten();
  const name = 'Contacts to mailer';
  const before = readLive(fixture, 'northwind').cycles.find((cycle) => cycle.name === name);
  const { templates } = fixture.emulator.control.dump();
  const template = templates.find((each) => each.name === 'Contacts to Mailer');
  const swap = async () => {
    await rename(fixture, before?.id ?? '', 'another');
    const path = `/v1.0/templates/${template?.id}/install`;
    const asked = { method: 'POST', path, account: quickstartIds.northwind, body: {} };
    const made = (await consoleRequest(fixture.emulator, asked)) as { readonly Id: string };
    await rename(fixture, made.Id, name);
  };
  const { outcomes } = await adoptAllIn(fixture, { meanwhile: swap });
  expect(outcomes).toMatchObject([
    { account: 'contoso', diagnostics: [] },
    { account: 'northwind', bound: [], diagnostics: [{ code: 'adopt-moved' }] },
  ]);
  expect((await fixture.store.readState('northwind')).objects.size).toBe(0);
  expect(await fixture.store.listRuns(9)).toMatchObject([
    { end: { outcome: 'partial', accounts: { done: 1, refused: 1 } } },
  ]);
});

it('skips a locked account, and says who locked it', async () => {
  const fixture = await openForgotten();
  const { holder } = makeSession();
  const meanwhile = async () => {
    await fixture.store.heartbeat(holder);
    await fixture.store.acquireLock('northwind', holder);
  };
  const { outcomes } = await adoptAllIn(fixture, { meanwhile, isGone: () => false });
  expect(outcomes?.[1]).toMatchObject({ bound: [], diagnostics: [{ code: 'lock-held' }] });
  expect(outcomes?.[1]?.diagnostics[0]?.remedy).toContain('adopt again');
  expect(outcomes?.[0]?.bound.length).toBe(4);
});

it('leaves a whole account bound or none of it wherever it dies, and the next one finishes', async () => {
  const fixture = await openForgotten();
  for (let effect = 0; ; effect += 1) {
    fixture.loseStore();
    const { outcomes } = await adoptAllIn(fixture, makeMortal(effect));
    const bound = await listBoundCounts(fixture);
    expect([0, 4]).toContain(bound.contoso);
    expect([0, 6]).toContain(bound.northwind);
    await adoptAllIn(fixture);
    expect(await listBoundCounts(fixture)).toEqual({ contoso: 4, northwind: 6 });
    const runs = await fixture.store.listRuns(9);
    expect(runs.filter(({ end }) => end === null).length).toBeLessThanOrEqual(1);
    expect(listLeft(await fixture.plan())).toEqual([]);
    if (outcomes !== null) break;
  }
}, 120_000);

async function listBoundCounts(fixture: TestFixture) {
  const count = async (key: string) => (await fixture.store.readState(key)).objects.size;
  return { contoso: await count('contoso'), northwind: await count('northwind') };
}

it('moves the state of an earlier key together with what it binds', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  await fixture.store.update({
    account: 'northwind',
    deleteObjects: [toCycleAddress('northwind', 'contacts-to-files')],
  });
  editManifest(fixture, 'northwind', { from: 'name: northwind', to: 'name: northwind-ag' });
  const { outcomes } = await adoptAllIn(fixture);
  expect(outcomes).toMatchObject([
    { account: 'northwind-ag', bound: [{ name: 'Contacts to files' }], diagnostics: [] },
  ]);
  expect(await fixture.store.listAccounts()).toEqual(['contoso', 'northwind-ag']);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('leaves the steps of an adopted cycle as a user bound them, also at the next apply', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.loseStore();
  // Another connector of the kind is the manifest's by now; the cycle was never started.
  const file = { from: / {4}mailer:\n/, to: '    mailer:\n      displayName: mailer two\n' };
  editManifest(fixture, 'northwind', file);
  const active = /# Stays paused[\s\S]*?state: active\n {6}schedule: {every: 1h}/;
  editManifest(fixture, 'northwind', { from: active, to: 'state: paused' });
  await adoptAllIn(fixture);
  expect((await planOne(fixture, 'northwind')).operations.map(({ does }) => does)).toEqual([
    'installs Sample Mailer as "mailer two"',
  ]);
  const outcomes = await applyAll(fixture);
  expect(outcomes.every(isSuccess)).toBe(true);
});

it('binds what no apply could write: nothing is sent, so nothing has to be paused or made', async () => {
  const fixture = await openForgotten();
  editManifest(fixture, 'northwind', { from: /\n.*schedule: \{every: 15m.*/, to: '' });
  editManifest(fixture, 'northwind', { from: '{region: emea}', to: '{region: apac}' });
  editManifest(fixture, 'contoso', {
    from: '  connectors:\n',
    to: '  connectors:\n    crm:\n      connector: {name: Sample CRM}\n      auth: {apiKey: {env: NOT_SET}}\n',
  });
  const codes = async () => listReasons(await fixture.plan()).map(({ code }) => code);
  expect(await codes()).toEqual(['secret-missing', 'schedule-unknown']);
  const since = fixture.emulator.requests().length;
  const { adoptions, outcomes } = await adoptAllIn(fixture);
  expect(adoptions).toMatchObject([
    { kind: 'found', account: 'contoso', missing: 1 },
    { kind: 'found', account: 'northwind', missing: 0 },
  ]);
  expect(outcomes?.map(({ bound, diagnostics }) => [bound.length, diagnostics])).toEqual([
    [4, []],
    [6, []],
  ]);
  expect(listWrites(fixture, since)).toEqual([]);
  // What an apply needs is asked for by the plan, as before.
  expect(await codes()).toEqual(['secret-missing', 'schedule-unknown']);
});

it('what was adopted is deleted with its entry, and the plan says that it was', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const all = { from: / {2}connectors:\n[\s\S]*/, to: '  connectors: {}\n  cycles: {}\n' };
  const written = fixture.manifests.get('accounts/contoso.yaml') ?? '';
  const listCauses = async () => {
    editManifest(fixture, 'contoso', all);
    const planned = (await fixture.plan()).find(({ kind }) => kind === 'planned');
    fixture.manifests.set('accounts/contoso.yaml', written);
    if (planned?.kind !== 'planned') throw new Error('contoso has no plan');
    const deletes = planned.plan.changes.filter(({ verb }) => verb === 'delete');
    return deletes.map(({ kind, reasons }) => [kind, reasons[0]]);
  };
  const say = (tie: string) =>
    ['cycle', 'connector', 'connector'].map((kind) => [
      kind,
      `${tie} by cyclectl, and its entry is gone from the manifest`,
    ]);
  expect(await listCauses()).toEqual(say('created'));
  fixture.loseStore();
  await adoptAllIn(fixture);
  expect(await listCauses()).toEqual(say('adopted'));
  await applyAll(fixture);
  expect(await listCauses()).toEqual(say('adopted'));
});
