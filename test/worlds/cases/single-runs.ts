import { expect } from 'vitest';
import { listUnfinishedWork } from '../../../src/features/operations/resume/list-unfinished-work.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import { makeMortal } from '../../faults/deaths/death.ts';
import { listTogether } from '../../faults/list-together.ts';
import { applyRoughly } from '../../faults/rough-apply.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import type { FixtureOptions, TestFixture } from '../fixture.ts';
import { applyAll, editManifest, listLeft, listReported, planOne } from '../quickstart.ts';
import { listCycles, listCycleWrites, openReplacing, replaced } from './replace.ts';

export const past = '2026-12-01T04:00:00Z';
export const soon = '2026-12-01T05:10:00Z';
export const activation = { method: 'PUT', path: '/v1.0/cycles/*/activate' } as const;
export const edit = { from: 'region: emea', to: 'region: apac' };
const { account, address, before } = replaced;

/** Makes Git ask for a single run. */
export function askOnce(fixture: TestFixture, at: string): void {
  const line = `schedule: {once: {at: ${at}}}`;
  editManifest(fixture, account, { from: /schedule: [^\n]*/, to: line });
}

/** A workplace whose cycle waits for its single run, ten minutes from now. */
export async function openWaiting(options: Partial<FixtureOptions> = {}): Promise<TestFixture> {
  const fixture = await openReplacing(options);
  askOnce(fixture, soon);
  await applyAll(fixture);
  expect(listCycles(fixture)).toEqual([`${before} Active`]);
  return fixture;
}

/** How often the service was asked to start a cycle since a number of requests. */
export function countStarts(fixture: TestFixture, since: number): number {
  return listCycleWrites(fixture, since).filter((action) => action === 'PUT activate').length;
}

export function countRequests(fixture: TestFixture): number {
  return fixture.emulator.requests().length;
}

/** An apply during which time passes before or after each call of a name. */
export async function applyWhile(
  fixture: TestFixture,
  name: string,
  passes: { readonly before?: string; readonly after?: string },
): Promise<readonly AccountOutcome[]> {
  const tap: Tap = async (call, go) => {
    if (call.name === name) fixture.emulator.control.advance(passes.before ?? '0s');
    const result = await go();
    if (call.name === name) fixture.emulator.control.advance(passes.after ?? '0s');
    return result;
  };
  return (await applyRoughly(fixture, { tap })) ?? [];
}

export function codesOf(outcomes: readonly AccountOutcome[]): readonly string[] {
  return listReported(outcomes).map(({ code }) => code);
}

/** Dies right after the first effect of a kind. */
export async function die(fixture: TestFixture, counted: string): Promise<void> {
  expect(await applyRoughly(fixture, makeMortal(1, counted))).toBeNull();
}

/** Nothing is sent for it any more, plan after plan, and each says that a person must look. */
export async function expectManualAction(fixture: TestFixture, since: number): Promise<void> {
  const starts = countStarts(fixture, since);
  for (let more = 0; more < 2; more += 1) {
    const { operations, changes, notices } = await planOne(fixture, account);
    expect({ operations, changes }).toEqual({ operations: [], changes: [] });
    expect(notices.filter(({ kind }) => kind !== 'makes-way')).toMatchObject([
      { kind: 'run-unknown', address },
    ]);
    await applyAll(fixture);
  }
  expect(countStarts(fixture, since)).toBe(starts);
  const environment = { name: 'local', service: { kind: 'emulator' } } as never;
  const at = { store: fixture.store, environment, keys: new Set([account]), isGone: () => true };
  for (const { person } of (await listUnfinishedWork(at)).objects) {
    expect(person).toContain(`state settle -e local ${address} done`);
  }
}

export async function expectAtRest(fixture: TestFixture, there: readonly string[]): Promise<void> {
  expect(listCycles(fixture)).toEqual(there);
  const { notices } = await planOne(fixture, account);
  expect(notices).toEqual([]);
  expect(listLeft(await fixture.plan())).toEqual([]);
  expect(listTogether(fixture.emulator.requests())).toEqual([]);
}
