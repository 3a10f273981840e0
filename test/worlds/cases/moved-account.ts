import { expect } from 'vitest';
import { openRunContext } from '../../../src/engine/run/open-run.ts';
import { makeIgnoreEdit } from '../../../src/features/operations/ignore/make-ignore-edit.ts';
import type { Address } from '../../../src/model/address.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import { put } from '../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../console/console-user.ts';
import type { TestFixture } from '../fixture.ts';
import { applyAll, listReasons, openQuickstart, readLive } from '../quickstart.ts';

/**
 * The applied quickstart, with a time zone of northwind changed in the console; tests can change
 * more.
 */
export async function openMoved() {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const { caller } = await openConsoleUser(fixture.emulator);
  const account = readLive(fixture, 'northwind');
  const own = caller.inside(account.id);
  await put(caller, `/accounts/${account.id}`, { Timezone: 'Asia/Tokyo' });
  const find = (name: string) => account.cycles.find((cycle) => cycle.name === name);
  const rename = async (cycle: string, from: string, to: string) => {
    const found = find(cycle)?.steps.find(({ name }) => name === from);
    const path = `/cycles/${find(cycle)?.id}/steps/${found?.id}`;
    expect((await put(own, path, { Name: to })).status).toBe(200);
  };
  const stop = (cycle: string) =>
    put(own, `/cycles/${find(cycle)?.id}/deactivate?finishQueuedTransactions=true`);
  const remove = async (path: string) =>
    expect((await own.call('DELETE', `/v1.0${path}`)).status).toBeLessThan(300);
  const type = async (
    cycle: string,
    [step, parameter]: readonly [string, string],
    value: string,
  ) => {
    const found = find(cycle)?.steps.find(({ name }) => name === step);
    const target = found?.method.parameters.find(({ key }) => key === parameter);
    const path = `/steps/${found?.id}/parameters/${target?.id}`;
    const body = { MappingType: 'StaticValue', Value: value };
    expect((await put(own, path, body)).status).toBe(200);
  };
  return { fixture, find, rename, stop, remove, type };
}

/** Drift of northwind. */
export async function findDrift(fixture: TestFixture): Promise<DriftAccount | undefined> {
  return (await fixture.drift()).find((each) => each.account === 'northwind');
}

/** Drift items of northwind, which was read. */
export async function itemsOf(fixture: TestFixture) {
  const found = await findDrift(fixture);
  if (found?.kind !== 'read') throw new Error(JSON.stringify(found?.diagnostics));
  return found.items;
}

/** Why objects of northwind, and of no other account, are not planned. */
export async function refusalsOf(fixture: TestFixture) {
  const planned = await fixture.plan();
  const reasons = listReasons(planned, 'northwind');
  expect(reasons).not.toEqual([]);
  expect(reasons).toEqual(listReasons(planned));
  return reasons;
}

/** Writes into the manifest of northwind to leave some addresses as they are; fails where that is refused. */
export async function ignore(fixture: TestFixture, ...addresses: readonly string[]) {
  const { run } = await fixture.open();
  const entry = run.entries.find(({ key }) => key === 'northwind');
  if (entry === undefined) throw new Error('northwind is none of the run');
  const looking = await openRunContext(run.context, run.named);
  const asked = {
    addresses: addresses as readonly Address[],
    until: '2027-12-31',
    reason: 'is looked at',
  };
  const ignored = await makeIgnoreEdit(looking, entry, asked);
  if ('refused' in ignored) throw new Error(JSON.stringify(ignored.refused));
  fixture.manifests.set(ignored.file, ignored.text);
}
