import { expect } from 'vitest';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import type { TestFixture } from '../fixture.ts';
import { applyAll, editManifest, planOne } from '../quickstart.ts';
import { listCycles, replaced } from './replace.ts';
import { settleHad } from './settle-had.ts';
import {
  codesOf,
  countRequests,
  countStarts,
  expectAtRest,
  expectManualAction,
  openWaiting,
} from './single-runs.ts';

const { account, address, before } = replaced;

/** Makes Git say whether the cycle runs. */
export function writeState(fixture: TestFixture, state: 'active' | 'paused'): void {
  editManifest(fixture, account, { from: /state: \w+/, to: `state: ${state}` });
}

/** A workplace whose Git has paused the cycle that waits for its run. */
export async function openPaused(choices: Partial<Choices> = {}): Promise<TestFixture> {
  const fixture = await openWaiting({ choices });
  writeState(fixture, 'paused');
  await applyAll(fixture);
  expect(listCycles(fixture)).toEqual([`${before} Paused`]);
  return fixture;
}

/** Git wants it active again: it is started, and has its run. */
export async function expectStarted(fixture: TestFixture, since: number): Promise<void> {
  writeState(fixture, 'active');
  const { changes } = await planOne(fixture, account);
  expect(JSON.stringify(changes)).not.toContain('unfinished');
  expect(codesOf(await applyAll(fixture))).toEqual([]);
  expect(countStarts(fixture, since)).toBe(1);
  fixture.emulator.control.advance('20m');
  await applyAll(fixture);
  await expectAtRest(fixture, [`${before} Paused`]);
  expect(countStarts(fixture, since)).toBe(1);
}

/** Git wants it active again: a person is asked, and it is not started. */
export async function expectAsked(fixture: TestFixture, there: readonly string[]): Promise<void> {
  const since = countRequests(fixture);
  writeState(fixture, 'active');
  expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
  await expectManualAction(fixture, since);
  await settleHad(fixture, address);
  await applyAll(fixture);
  await expectAtRest(fixture, there);
  expect(countStarts(fixture, since)).toBe(0);
}
