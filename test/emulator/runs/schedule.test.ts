import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCycle } from '../../../src/emulator/resources/cycles/cycles.ts';
import { findFirstRunMs, findNextRunMs } from '../../../src/emulator/runs/schedule.ts';
import { orderByEdges } from '../../../src/emulator/runs/transactions/start-transaction.ts';
import { openState } from '../support/open-state.ts';

const minuteMs = 60_000;
const every = fc.constantFrom(1, 5, 15, 60, 1440, 10_080);
const instant = fc.integer({ min: 0, max: 4_000_000_000 }).map((each) => each * 1000);

describe('the runs of an activation', () => {
  test('are points of the grid that its start began, the next one always later', () => {
    fc.assert(
      fc.property(instant, instant, every, (startAtMs, nowMs, intervalMinutes) => {
        fc.pre(nowMs >= startAtMs);
        const activation = { startAtMs, intervalMinutes, runOnce: false, runAtMs: null };
        const nextMs = findNextRunMs(activation, nowMs) ?? Number.NaN;
        expect((nextMs - startAtMs) % (intervalMinutes * minuteMs)).toBe(0);
        expect(nextMs).toBeGreaterThan(nowMs);
        expect(nextMs - nowMs).toBeLessThanOrEqual(intervalMinutes * minuteMs);
      }),
    );
  });

  test('begin at the start, or at once where that is past', () => {
    const activation = { startAtMs: 500, intervalMinutes: 5, runOnce: false, runAtMs: null };
    expect(findFirstRunMs(activation, 100)).toBe(500);
    expect(findFirstRunMs(activation, 900)).toBe(900);
  });

  test('are one where it runs once, and none of the clock where a webhook starts it', () => {
    const once = { startAtMs: 500, intervalMinutes: null, runOnce: true, runAtMs: 700 };
    expect([findFirstRunMs(once, 700), findNextRunMs(once, 700)]).toEqual([700, null]);
    const webhook = { startAtMs: 500, intervalMinutes: null, runOnce: false, runAtMs: null };
    expect([findFirstRunMs(webhook, 700), findNextRunMs(webhook, 700)]).toEqual([null, null]);
  });
});

test('steps run in the order of their edges, whatever order they are kept in', () => {
  const state = openState({});
  const cycle = {
    ...makeCycle(state, 'northwind', 'x'),
    bindings: ['c', 'a', 'b'].map((stepId) => ({ stepId, accountConnectorId: null })),
    edges: [
      { id: '1', tailStepId: 'a', headStepId: 'b' },
      { id: '2', tailStepId: 'b', headStepId: 'c' },
    ],
  };
  expect(orderByEdges(cycle)).toEqual(['a', 'b', 'c']);
  const circle = { id: '3', tailStepId: 'c', headStepId: 'a' };
  expect(orderByEdges({ ...cycle, edges: [...cycle.edges, circle] })).toEqual(['c', 'a', 'b']);
});
