import { expect, it } from 'vitest';
import { makePlan, type PlanLook } from '../../../../src/engine/run/planning/make-plan.ts';
import { LiveSelection } from '../../../../src/engine/run/reads/live-selection.ts';
import { type DriftLook, runDrift } from '../../../../src/engine/run/run-drift.ts';
import { parseSelection } from '../../../../src/model/manifest/parse-selection.ts';
import { byExports, noNotes } from '../../../worlds/drift-parts.ts';
import { openFleet } from '../../live/exports/fleet.ts';

// Twelve accounts, whose cycles are read by their exports.

function selectLive(text: string): LiveSelection {
  const parsed = parseSelection([text]);
  if (!('selection' in parsed)) throw new Error(text);
  return new LiveSelection(parsed.selection, 'local');
}

it('reads again only what could not be read, after all others, and keeps the order', async () => {
  const fixture = await openFleet();
  const refuse = () =>
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles', nth: 3, do: 'status', status: 400 },
    ]);
  const { run } = await fixture.open();
  const look = async (isAgain: boolean) => {
    refuse();
    const before = fixture.emulator.requests().length;
    const exports = byExports<DriftLook>();
    const again = isAgain ? byExports<DriftLook>().looks : null;
    const accounts = await Array.fromAsync(
      runDrift({ ...run, width: 1 }, noNotes, { exports, again }),
    );
    const requests = fixture.emulator.requests().slice(before);
    return { accounts, lists: requests.filter(({ path }) => path === '/v1.0/cycles').length };
  };
  const once = await look(false);
  expect(once.accounts.flatMap((each, nth) => (each.kind === 'unread' ? [nth] : []))).toEqual([2]);
  const twice = await look(true);
  expect(twice.accounts.every(({ kind }) => kind === 'read')).toBe(true);
  expect(twice.accounts.map(({ account }) => account)).toEqual(
    once.accounts.map(({ account }) => account),
  );
  expect(twice.lists).toBe(once.lists + 1);
});

it.each([
  ['state=active', 12],
  ['health=unhealthy', 0],
])('chooses by %s also where cycles are read by their exports', async (text, left) => {
  const fixture = await openFleet();
  const { run } = await fixture.open();
  const drift = { ...run, live: selectLive(text) };
  const reads = { exports: byExports<DriftLook>(), again: byExports<DriftLook>().looks };
  expect(await Array.fromAsync(runDrift(drift, noNotes, reads))).toHaveLength(left);
  const plan = { ...run, live: selectLive(text) };
  expect(await Array.fromAsync(makePlan(plan, byExports<PlanLook>()))).toHaveLength(left);
  expect([drift.live.leftOut, plan.live.leftOut]).toEqual([12 - left, 12 - left]);
});
