import { expect } from 'vitest';
import { applyRuns } from '../../../src/features/operations/run/apply-runs.ts';
import { makeRunPlans } from '../../../src/features/operations/run/make-run-plan.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { applyRoughly, type RoughApply } from '../../faults/rough-apply.ts';
import type { FixtureOptions, TestFixture } from '../fixture.ts';
import { editManifest, readLive } from '../quickstart.ts';
import { openReplacing, replaced } from './replace.ts';

const { account, address } = replaced;

export const [now, soon, past] = [null, '2026-12-01T05:10:00Z', '2026-12-01T04:00:00Z'] as const;

/** The only cycle of the workplace, as a plan of single runs names it. */
export const onlyCycle = address;

/** A workplace with one cycle that Git keeps paused. */
export async function openPaused(options: Partial<FixtureOptions> = {}): Promise<TestFixture> {
  const fixture = await openReplacing(options);
  editManifest(fixture, account, { from: 'state: active', to: 'state: paused' });
  await fixture.apply();
  expect(readStatus(fixture)).toBe('Paused');
  return fixture;
}

export function readStatus(fixture: TestFixture): string {
  return readLive(fixture, account).cycles[0]?.status ?? 'gone';
}

export type RunWish = {
  readonly at?: string | null;
  readonly cancels?: boolean;
  /** Of the workplace's cycle by default; null: all that can run. */
  readonly addresses?: readonly string[] | null;
};

export async function planRuns(
  fixture: TestFixture,
  { at = now, cancels = false, addresses = [address] }: RunWish = {},
): Promise<readonly PlannedAccount[]> {
  const named = addresses === null ? null : new Set(addresses as readonly (typeof address)[]);
  const { run } = await fixture.open();
  const clock = () => fixture.emulator.control.advance('0s');
  const request = { addresses: named as never, at, cancels };
  const planned: PlannedAccount[] = [];
  for await (const each of makeRunPlans(run, { requestOf: () => request, now: clock }))
    planned.push(each);
  return planned;
}

/** Refusals of single runs. */
export async function listRefused(fixture: TestFixture, wish: RunWish = {}) {
  const planned = await planRuns(fixture, wish);
  return planned.flatMap((each) => (each.kind === 'unplanned' ? each.diagnostics : []));
}

/** Plans and requests single runs; null where it died. */
export async function requestRuns(
  fixture: TestFixture,
  wish: RunWish = {},
  rough: Partial<RoughApply> = {},
): Promise<readonly AccountOutcome[] | null> {
  const planned = rough.planned ?? (await planRuns(fixture, wish));
  expect(planned.flatMap((each) => (each.kind === 'unplanned' ? each.diagnostics : []))).toEqual(
    [],
  );
  return applyRoughly(fixture, {
    tap: (_call, go) => go(),
    ...rough,
    planned,
    apply: (locked) => applyRuns(locked),
  });
}

/** Requests to start a cycle since a number of requests. */
export function countStarts(fixture: TestFixture, since = 0): number {
  const requests = fixture.emulator.requests().slice(since);
  return requests.filter(({ path }) => path.endsWith('/activate')).length;
}

export async function readRun(fixture: TestFixture) {
  return (await fixture.store.readState(account)).objects.get(address as never)?.run ?? null;
}
