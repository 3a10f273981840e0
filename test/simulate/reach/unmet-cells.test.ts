import { expect, it } from 'vitest';
import { listCellGoals } from './met-cells.ts';
import { findWhyUnmet, unmet } from './unmet-cells.ts';

const cells = listCellGoals();

it('each reason why worlds seldom meet a cell has cells that exist', () => {
  const patterns = unmet.flatMap((each) => each.cells);
  expect(patterns.filter((each) => !cells.some((cell) => each.test(cell)))).toEqual([]);
  const used = new Set(cells.map(findWhyUnmet));
  expect(unmet.filter(({ because }) => !used.has(because))).toEqual([]);
});

it('worlds have to meet most cells of fields, and the run states of a cycle alone', () => {
  const goals = cells.filter((cell) => findWhyUnmet(cell) === null);
  const fields = goals.filter((cell) => cell.startsWith('field '));
  expect(fields.length).toBeGreaterThan(60);
  expect(goals).toEqual(
    expect.arrayContaining(['run running, active: window', 'run resting, paused: leave']),
  );
});
