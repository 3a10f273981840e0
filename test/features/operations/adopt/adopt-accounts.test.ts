import { expect, it } from 'vitest';
import { toCycleAddress } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { adoptAllIn } from '../../../worlds/features/adopt-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listWrites,
  openQuickstart,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

/** A service in which all is as the manifests say, and nothing of it is remembered. */
async function openForgotten(): Promise<TestFixture> {
  const place = await openQuickstart();
  await applyAll(place);
  place.loseStore();
  return place;
}

async function rename(place: TestFixture, id: string, name: string): Promise<void> {
  const there = { path: `/v1.0/cycles/${id}`, account: quickstartIds.northwind };
  const body = { Name: name, Tags: [] };
  await consoleRequest(place.emulator, { method: 'PUT', ...there, body });
}

it('binds what was shown, and notes who bound it', async () => {
  const place = await openForgotten();
  const since = place.emulator.requests().length;
  const { outcomes } = await adoptAllIn(place);
  expect(outcomes?.map(({ account, bound }) => [account, bound.length])).toEqual([
    ['contoso', 4],
    ['northwind', 6],
  ]);
  expect(listWrites(place, since)).toEqual([]);
  expect(listLeft(await place.plan())).toEqual([]);
  expect(await place.store.listRuns(9)).toMatchObject([
    { command: 'adopt', end: { outcome: 'done', accounts: { done: 2 } } },
  ]);
  expect(await place.store.listLocks()).toEqual([]);
});

it('binds nothing of an account that is not as it was shown, and the others', async () => {
  const place = await openForgotten();
  const name = 'Contacts to mailer';
  const before = readLive(place, 'northwind').cycles.find((cycle) => cycle.name === name);
  const { templates } = place.emulator.control.dump();
  const template = templates.find((each) => each.name === 'Contacts to Mailer');
  const swap = async () => {
    await rename(place, before?.id ?? '', 'another');
    const path = `/v1.0/templates/${template?.id}/install`;
    const asked = { method: 'POST', path, account: quickstartIds.northwind, body: {} };
    const made = (await consoleRequest(place.emulator, asked)) as { readonly Id: string };
    await rename(place, made.Id, name);
  };
  const { outcomes } = await adoptAllIn(place, { meanwhile: swap });
  expect(outcomes).toMatchObject([
    { account: 'contoso', diagnostics: [] },
    { account: 'northwind', bound: [], diagnostics: [{ code: 'adopt-moved' }] },
  ]);
  expect((await place.store.readState('northwind')).objects.size).toBe(0);
  expect(await place.store.listRuns(9)).toMatchObject([
    { end: { outcome: 'partial', accounts: { done: 1, refused: 1 } } },
  ]);
});

it('leaves an account alone that somebody works on, and says who', async () => {
  const place = await openForgotten();
  const { holder } = makeSession();
  const meanwhile = async () => {
    await place.store.heartbeat(holder);
    await place.store.acquireLock('northwind', holder);
  };
  const { outcomes } = await adoptAllIn(place, { meanwhile, isGone: () => false });
  expect(outcomes?.[1]).toMatchObject({ bound: [], diagnostics: [{ code: 'lock-held' }] });
  expect(outcomes?.[1]?.diagnostics[0]?.remedy).toContain('adopt again');
  expect(outcomes?.[0]?.bound.length).toBe(4);
});

it('leaves a whole account bound or none of it wherever it dies, and the next one finishes', async () => {
  const place = await openForgotten();
  for (let deadAt = 1; ; deadAt += 1) {
    place.loseStore();
    let effects = 0;
    let die: () => void = () => undefined;
    const death = new Promise<void>((resolve) => {
      die = resolve;
    });
    const { outcomes } = await adoptAllIn(place, {
      death,
      tap: async ({ hasEffect }, go) => {
        if (hasEffect) effects += 1;
        if (effects < deadAt) return go();
        die();
        return new Promise(() => undefined);
      },
    });
    const bound = await listBoundCounts(place);
    expect([0, 4]).toContain(bound.contoso);
    expect([0, 6]).toContain(bound.northwind);
    await adoptAllIn(place);
    expect(await listBoundCounts(place)).toEqual({ contoso: 4, northwind: 6 });
    const runs = await place.store.listRuns(9);
    expect(runs.filter(({ end }) => end === null).length).toBeLessThanOrEqual(1);
    expect(listLeft(await place.plan())).toEqual([]);
    if (outcomes !== null) break;
  }
}, 120_000);

async function listBoundCounts(place: TestFixture) {
  const count = async (key: string) => (await place.store.readState(key)).objects.size;
  return { contoso: await count('contoso'), northwind: await count('northwind') };
}

it('moves what is remembered under an earlier key together with what it binds', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  await place.store.update({
    account: 'northwind',
    deleteObjects: [toCycleAddress('northwind', 'contacts-to-files')],
  });
  editManifest(place, 'northwind', { from: 'name: northwind', to: 'name: northwind-ag' });
  const { outcomes } = await adoptAllIn(place);
  expect(outcomes).toMatchObject([
    { account: 'northwind-ag', bound: [{ name: 'Contacts to files' }], diagnostics: [] },
  ]);
  expect(await place.store.listAccounts()).toEqual(['contoso', 'northwind-ag']);
  expect(listLeft(await place.plan())).toEqual([]);
});

it('leaves the steps of a cycle that was found where a hand has bound them, also at the next apply', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  place.loseStore();
  // Another connector of the kind is the manifest's by now; the cycle was never started.
  const file = { from: / {4}mailer:\n/, to: '    mailer:\n      displayName: mailer two\n' };
  editManifest(place, 'northwind', file);
  const active = /# Stays paused[\s\S]*?state: active\n {6}schedule: {every: 1h}/;
  editManifest(place, 'northwind', { from: active, to: 'state: paused' });
  await adoptAllIn(place);
  expect((await planOne(place, 'northwind')).operations.map(({ does }) => does)).toEqual([
    'installs Sample Mailer as "mailer two"',
  ]);
  const outcomes = await applyAll(place);
  expect(outcomes.every(isSuccess)).toBe(true);
});

it('binds what no apply could write: nothing is sent, so nothing has to be paused or made', async () => {
  const place = await openForgotten();
  editManifest(place, 'northwind', { from: /\n.*schedule: \{every: 15m.*/, to: '' });
  editManifest(place, 'northwind', { from: '{region: emea}', to: '{region: apac}' });
  editManifest(place, 'contoso', {
    from: '  connectors:\n',
    to: '  connectors:\n    crm:\n      connector: {name: Sample CRM}\n      auth: {apiKey: {env: NOT_SET}}\n',
  });
  const codes = async () =>
    (await place.plan()).map((planned) =>
      planned.kind === 'unplanned' ? planned.diagnostics.map(({ code }) => code) : [],
    );
  expect(await codes()).toEqual([['secret-missing'], ['schedule-unknown']]);
  const since = place.emulator.requests().length;
  const { adoptions, outcomes } = await adoptAllIn(place);
  expect(adoptions).toMatchObject([
    { kind: 'found', account: 'contoso', missing: 1 },
    { kind: 'found', account: 'northwind', missing: 0 },
  ]);
  expect(outcomes?.map(({ bound, diagnostics }) => [bound.length, diagnostics])).toEqual([
    [4, []],
    [6, []],
  ]);
  expect(listWrites(place, since)).toEqual([]);
  // What an apply needs is asked for by the plan, as before.
  expect(await codes()).toEqual([['secret-missing'], ['schedule-unknown']]);
});

it('what was adopted is deleted with its entry, and the plan says that it was', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  const all = { from: / {2}connectors:\n[\s\S]*/, to: '  connectors: {}\n  cycles: {}\n' };
  const written = place.manifests.get('accounts/contoso.yaml') ?? '';
  const listReasons = async () => {
    editManifest(place, 'contoso', all);
    const planned = (await place.plan()).find(({ kind }) => kind === 'planned');
    place.manifests.set('accounts/contoso.yaml', written);
    if (planned?.kind !== 'planned') throw new Error('contoso has no plan');
    const deletes = planned.plan.changes.filter(({ verb }) => verb === 'delete');
    return deletes.map(({ kind, reasons }) => [kind, reasons[0]]);
  };
  const say = (tie: string) =>
    ['cycle', 'connector', 'connector'].map((kind) => [
      kind,
      `${tie} by cyclectl, and its entry is gone from the manifest`,
    ]);
  expect(await listReasons()).toEqual(say('created'));
  place.loseStore();
  await adoptAllIn(place);
  expect(await listReasons()).toEqual(say('adopted'));
  await applyAll(place);
  expect(await listReasons()).toEqual(say('adopted'));
});
