import { expect, test } from 'vitest';
import type { CycleRow } from '../../../src/emulator/resources/cycles/cycle-row.ts';
import { makeCycle } from '../../../src/emulator/resources/cycles/cycles.ts';
import { writeCycle } from '../../../src/emulator/resources/cycles/find-cycle.ts';
import type { State } from '../../../src/emulator/state/state.ts';
import { openState } from '../support/open-state.ts';

function open(): State {
  return openState({ accounts: [{ id: 'northwind' }] });
}

function store(state: State, row: CycleRow, keep = true): void {
  state.store.transact(() => {
    writeCycle(state, row);
    return { keep };
  });
}

function makeDue(state: State, id: string, nextRunAtMs: number | null): CycleRow {
  return { ...makeCycle(state, 'northwind', id), id, status: 'Active', nextRunAtMs };
}

test('the cycle that is due first is next, those that were there before the first question too', () => {
  const state = open();
  store(state, makeDue(state, 'a', 300));
  expect(state.agenda.next(state)).toEqual({ cycleId: 'a', atMs: 300 });
  store(state, makeDue(state, 'b', 200));
  expect(state.agenda.next(state)).toEqual({ cycleId: 'b', atMs: 200 });
  store(state, { ...makeDue(state, 'b', 200), status: 'Paused' });
  expect(state.agenda.next(state)).toEqual({ cycleId: 'a', atMs: 300 });
  store(state, makeDue(state, 'a', null));
  expect(state.agenda.next(state)).toBeNull();
});

test('what was undone is not planned, and what it hid is', () => {
  const state = open();
  store(state, makeDue(state, 'a', 300));
  expect(state.agenda.next(state)?.atMs).toBe(300);
  store(state, makeDue(state, 'a', 100), false);
  expect(state.agenda.next(state)).toEqual({ cycleId: 'a', atMs: 300 });
  store(state, makeDue(state, 'a', null), false);
  expect(state.agenda.next(state)).toEqual({ cycleId: 'a', atMs: 300 });
});

test('a transaction that waits counts, unless its cycle holds it', () => {
  const state = open();
  const row = { ...makeDue(state, 'a', 300), queue: { open: 1, wakeAtMs: 50, heldSinceMs: null } };
  store(state, row);
  expect(state.agenda.next(state)?.atMs).toBe(50);
  store(state, { ...row, status: 'Paused' });
  expect(state.agenda.next(state)?.atMs).toBe(50);
  store(state, { ...row, status: 'Paused', queue: { ...row.queue, heldSinceMs: 10 } });
  expect(state.agenda.next(state)).toBeNull();
});

test('only what comes before all that is known wakes who waits', () => {
  const state = open();
  store(state, makeDue(state, 'a', 300));
  state.agenda.next(state);
  const heard: number[] = [];
  state.agenda.onEarlier = (atMs) => heard.push(atMs);
  store(state, makeDue(state, 'b', 400));
  store(state, makeDue(state, 'c', 200));
  expect(heard).toEqual([200]);
});
