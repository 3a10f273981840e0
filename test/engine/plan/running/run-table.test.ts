import { afterAll, describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import type { Action } from '../../../../src/model/plan/operation.ts';
import type { AccountPlan } from '../../../../src/model/plan/plan.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { deriveRunPlan } from './derive-run-plan.ts';
import { formatRunTable } from './format-run-table.ts';
import { makeCellPlan } from './make-cell-plan.ts';
import { address, oldAddress } from './make-cell-state.ts';
import { findImpossible, impossible, listCells, type RunCell } from './run-cells.ts';
import { findRunState } from './run-states.ts';

const cells = listCells();
const possible = cells.filter((cell) => findImpossible(cell) === null);
const planned = new Map<string, AccountPlan>();

afterAll(() => planned.clear());

/** Plans a cell once for all tests. */
function planCell(cell: RunCell): AccountPlan {
  const name = JSON.stringify(cell);
  const plan = planned.get(name) ?? makeCellPlan(cell);
  planned.set(name, plan);
  return plan;
}

describe('the table of run states', () => {
  it('has what the planner does in every possible cell', async () => {
    const made = formatRunTable(planCell);
    expect(made).toBe(await readGolden('../../docs/reference/run-states.md', made));
  });

  it('has a use for every reason why a cell is impossible', () => {
    const used = new Set(cells.map(findImpossible));
    expect(impossible.map(({ because }) => because).filter((each) => !used.has(each))).toEqual([]);
    expect({ all: cells.length, possible: possible.length }).toEqual({
      all: 6800,
      possible: 2434,
    });
  });

  it('writes the fields that differ, unless the account is refused or the edit waits', () => {
    for (const cell of possible) {
      const { kind, edits, notices } = deriveRunPlan(planCell(cell));
      const isEdited = cell.edit === 'fields' || cell.edit === 'both';
      const isHeld = kind === 'refuse' || notices.includes('edit-waits') || runsOnce(cell);
      expect(edits, JSON.stringify(cell)).toBe(isEdited && !isHeld);
    }
  });

  it('stops nothing without a request for it, and starts nothing that waits', () => {
    for (const cell of possible) {
      const { kind, stopsOld, notices } = deriveRunPlan(planCell(cell));
      const isStopped = kind === 'stop' || kind === 'window' || kind === 'cutover' || stopsOld;
      if (cell.contract === 'documented') expect(isStopped, JSON.stringify(cell)).toBe(false);
      const isStarted = kind === 'start' || kind === 'window' || kind === 'cutover';
      const waits = notices.some((each) => waiting.has(each));
      expect(isStarted && waits, JSON.stringify(cell)).toBe(false);
    }
  });

  it('stops a deposed cycle before its replacement starts, also at the end of a window', () => {
    for (const cell of possible) {
      const { operations } = planCell(cell);
      const find = (kind: Action['kind'], at: Address) =>
        operations.findIndex(({ action, address: of }) => action.kind === kind && of === at);
      const start = find('activate-cycle', address);
      const stop = find('pause-cycle', oldAddress);
      if (start >= 0 && stop >= 0) expect(stop, JSON.stringify(cell)).toBeLessThan(start);
    }
  });

  it('deletes a deposed cycle only if its replacement runs or starts, or need not run', () => {
    for (const cell of possible) {
      const { kind, deletesOld } = deriveRunPlan(planCell(cell));
      const mustRun = cell.wanted !== 'paused' && cell.wanted !== 'unmanaged';
      const runs = kind === 'start' || kind === 'window' || kind === 'cutover' || isActive(cell);
      if (!mustRun || runs) continue;
      expect(deletesOld, JSON.stringify(cell)).toBe(false);
    }
  });

  it('refuses an unknown schedule of a replacement, whether or not its connectors are signed in', () => {
    for (const cell of possible.filter(
      (each) => each.condition === 'signIn' && isReplacing(each),
    )) {
      const refusesSchedule = (condition: RunCell['condition']) => {
        const planned = deriveRunPlan(planCell({ ...cell, condition }));
        return planned.kind === 'refuse' && planned.codes.includes('schedule-unknown');
      };
      expect(refusesSchedule('signIn'), JSON.stringify(cell)).toBe(refusesSchedule('none'));
    }
  });
});

function isActive({ state }: RunCell): boolean {
  const known = { kind: 'every', every: '1h' } as const;
  return findRunState(state).observe(known).own?.isActive === true;
}

// A replacement that does not run yet.
function isReplacing(cell: RunCell): boolean {
  const known = { kind: 'every', every: '1h' } as const;
  return findRunState(cell.state).observe(known).old !== null && !isActive(cell);
}

const waiting = new Set<string>(['stays-paused', 'edit-waits', 'not-started', 'single-run']);

// Its own cycle runs once, and a webhook runs it on.
function runsOnce({ state }: RunCell): boolean {
  return findRunState(state).observe({ kind: 'every', every: '1h' }).own?.shown?.kind === 'once';
}
