import { expect, it } from 'vitest';
import {
  type FleetProgress,
  formatFleetProgress,
  formatPinned,
} from '../../../src/model/report/fleet-progress.ts';

const digest = (first: string) => first.repeat(64);

function format(
  revisions: readonly (readonly [string | null, number])[],
  rollout: Partial<NonNullable<FleetProgress['rollout']>> | null,
): string {
  return formatFleetProgress({
    fleet: 'customers',
    hasWaves: true,
    pinned: [],
    written: digest('8'),
    revisions: revisions.map(([revision, accounts]) => ({
      revision: revision === null ? null : digest(revision),
      accounts,
    })),
    rollout:
      rollout === null
        ? null
        : { id: 'one', revision: digest('8'), state: 'open', admitted: 2, waves: 4, ...rollout },
  });
}

const both = [
  ['8', 400],
  ['3', 4600],
] as const;

it('names the wave of a rollout that is not over, and its state unless it is open', () => {
  expect(format(both, {})).toBe('88888888 in 400 accounts, 33333333 in 4600, wave 2 of 4');
  expect(format(both, { state: 'paused' })).toMatch(/, wave 2 of 4 \(paused\)$/);
  expect(format(both, { state: 'stopped' })).toMatch(/, wave 2 of 4 \(stopped\)$/);
  expect(format(both, { admitted: 0 })).toMatch(/, before wave 1 of 4$/);
  expect(format(both, { admitted: 5 })).toMatch(/, wave 5 of 5$/);
});

it('names accounts that no rollout brings, and no wave where all have the revision', () => {
  expect(format(both, { state: 'done' })).toMatch(/4600, no rollout open$/);
  expect(format([[null, 1]], null)).toBe('none in 1 account, no rollout open');
  expect(format([['8', 5000]], { state: 'stopped' })).toBe('88888888 in 5000 accounts');
  expect(format([['8', 5000]], null)).toBe('88888888 in 5000 accounts');
});

it('says of a pinned account whether the next apply brings it there, with each sign of its owner visible', () => {
  const pin = { account: 'north-001', owner: 'ann', until: '2026-12-31', reason: 'Migration' };
  const [earlier, later] = [digest('3'), digest('8')];
  expect(formatPinned([{ ...pin, revision: earlier, on: earlier }])).toBe(
    'north-001 on 33333333 until 2026-12-31 (ann)',
  );
  expect(formatPinned([{ ...pin, revision: earlier, on: later }])).toBe(
    'north-001 on 33333333 from the next apply until 2026-12-31 (ann)',
  );
  expect(formatPinned([{ ...pin, owner: 'ann\u001b[31m\nx', revision: null, on: later }])).toBe(
    'north-001 on no known revision until 2026-12-31 (ann\\u{1b}[31m\\u{a}x)',
  );
});
