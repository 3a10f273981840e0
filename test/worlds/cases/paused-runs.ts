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
export function writeState(place: TestFixture, state: 'active' | 'paused'): void {
  editManifest(place, account, { from: /state: \w+/, to: `state: ${state}` });
}

/** A workplace whose Git has paused the cycle that waits for its run. */
export async function openPaused(choices: Partial<Choices> = {}): Promise<TestFixture> {
  const place = await openWaiting({ choices });
  writeState(place, 'paused');
  await applyAll(place);
  expect(listCycles(place)).toEqual([`${before} Paused`]);
  return place;
}

/** Git wants it active again: it is started, and has its run. */
export async function expectStarted(place: TestFixture, since: number): Promise<void> {
  writeState(place, 'active');
  const { changes } = await planOne(place, account);
  expect(JSON.stringify(changes)).not.toContain('unfinished');
  expect(codesOf(await applyAll(place))).toEqual([]);
  expect(countStarts(place, since)).toBe(1);
  place.emulator.control.advance('20m');
  await applyAll(place);
  await expectAtRest(place, [`${before} Paused`]);
  expect(countStarts(place, since)).toBe(1);
}

/** Git wants it active again: a person is asked, and it is not started. */
export async function expectAsked(place: TestFixture, there: readonly string[]): Promise<void> {
  const since = countRequests(place);
  writeState(place, 'active');
  expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
  await expectManualAction(place, since);
  await settleHad(place, address);
  await applyAll(place);
  await expectAtRest(place, there);
  expect(countStarts(place, since)).toBe(0);
}
