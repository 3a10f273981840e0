import { expect } from 'vitest';
import type { Notice } from '../../src/model/plan/notice.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import { planOf, type TestFixture } from '../worlds/fixture.ts';
import { applyAll, listReasons } from '../worlds/quickstart.ts';
import { listTogether } from './list-together.ts';
import { type AccountPicture, type CyclePicture, drawService } from './picture.ts';

/** State of a place after a failed apply. */
export type Aftermath = {
  /** State of the service after an undisturbed apply. */
  readonly whole: readonly AccountPicture[];
  /** Where it went wrong, for the message. */
  readonly where: string;
  /** States of the service whose cycles may run as they are there; any, where it is left out. */
  readonly runsAs?: readonly (readonly AccountPicture[])[];
  /** Never two of its cycles run. */
  readonly runsAlone?: true;
};

/**
 * Checks plan and drift after an interrupted apply: every account has a plan, our own writes are
 * not blamed on others, and a cycle that we paused is named with its reason. Returns the plan.
 */
export async function expectHonest(
  fixture: TestFixture,
  where: string,
): Promise<readonly PlannedAccount[]> {
  const planned = await fixture.plan();
  expect(listReasons(planned), `not planned, ${where}`).toEqual([]);
  const drift = await fixture.drift();
  // A field that was never applied has an unknown origin, and drift says so.
  const blamed: readonly unknown[] = drift.flatMap((item): readonly unknown[] =>
    item.kind === 'read' ? item.items.filter(({ moved }) => moved !== 'unknown') : [item],
  );
  expect(blamed, `drift, ${where}`).toEqual([]);
  const reported = noticesOf(planned);
  for (const account of await fixture.store.listAccounts()) {
    const state = await fixture.store.readState(account);
    const open = [...state.pauses.keys(), ...state.creates.keys()];
    for (const address of open) {
      const isReported = reported.some((item) => 'address' in item && item.address === address);
      expect(isReported, `${address} is told of, ${where}`).toBe(true);
    }
  }
  return planned;
}

function noticesOf(planned: readonly PlannedAccount[]): Notice[] {
  return planned.flatMap((item) => (item.kind === 'planned' ? item.plan.notices : []));
}

/** At most two more applies, of a plan that was made or of new ones, and all is as if nothing had gone wrong. */
export async function expectConverges(
  fixture: TestFixture,
  after: Aftermath,
  made?: readonly PlannedAccount[],
): Promise<void> {
  expectNoMix(fixture, after);
  await applyAll(fixture, made === undefined ? {} : { planned: made });
  expectNoMix(fixture, after);
  let planned = await fixture.plan();
  if (planned.some(hasWork)) {
    await applyAll(fixture);
    planned = await fixture.plan();
  }
  expect(listReasons(planned), `not planned, ${after.where}`).toEqual([]);
  for (const { id } of after.whole) {
    const account = nameOf(planned, id);
    const { operations, changes, hasNews } = planOf(planned, account);
    expect({ operations, changes, hasNews }, `left to do, ${after.where}`).toEqual({
      operations: [],
      changes: [],
      hasNews: false,
    });
  }
  expect(drawService(fixture.emulator), `the service, ${after.where}`).toEqual(after.whole);
  if (after.runsAlone === true) {
    expect(listTogether(fixture.emulator.requests()), `two run, ${after.where}`).toEqual([]);
  }
  for (const account of await fixture.store.listAccounts()) {
    const { creates, pauses } = await fixture.store.readState(account);
    expect([...creates.keys(), ...pauses.keys()], `left open, ${after.where}`).toEqual([]);
  }
}

function hasWork(item: PlannedAccount): boolean {
  const isRefused = listReasons([item]).length > 0;
  return (
    isRefused || item.kind !== 'planned' || item.plan.operations.length > 0 || item.plan.hasNews
  );
}

function nameOf(planned: readonly PlannedAccount[], id: string): string {
  const found = planned.find((item) => item.kind === 'planned' && item.plan.id === id);
  return found?.kind === 'planned' ? found.plan.account : id;
}

/** A cycle that runs does so with all old or all new values. */
export function expectNoMix(fixture: TestFixture, after: Aftermath): void {
  const { runsAs } = after;
  if (runsAs === undefined) return;
  const allowed = runsAs.flatMap(listCycles);
  for (const cycle of listCycles(drawService(fixture.emulator))) {
    if (cycle.status !== 'Active') continue;
    expect(allowed, `${cycle.name} runs with a mix, ${after.where}`).toContainEqual(cycle);
  }
}

function listCycles(service: readonly AccountPicture[]): CyclePicture[] {
  return service.flatMap((account) => [...account.cycles]);
}
