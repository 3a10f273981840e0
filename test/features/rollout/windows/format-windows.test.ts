import { expect, it } from 'vitest';
import {
  formatWaiting,
  listWindowLines,
} from '../../../../src/features/rollout/windows/format-windows.ts';
import { planTurn } from '../../../../src/features/rollout/windows/plan-turn.ts';
import type { RolloutAccount } from '../../../../src/model/state/rollout.ts';

const nights = [{ days: ['mon', 'tue'] as const, from: '22:00', to: '05:00' }];

function makeAccount(account: string, timezone?: string): RolloutAccount {
  const bare = { account, wave: 0, state: 'waiting', from: 'a', approved: [] } as const;
  return timezone === undefined ? bare : { ...bare, timezone };
}

it('counts accounts without a time zone, for which UTC is used', () => {
  expect(listWindowLines(nights, { accounts: 3, withZone: 3 })).toEqual([
    'Each account is changed at these times of its time zone: mon, tue 22:00–05:00.',
  ]);
  expect(listWindowLines(nights, { accounts: 3, withZone: 2 })[1]).toBe(
    '1 account without a time zone: UTC is used.',
  );
});

it('names the window that opens first, and none for accounts that go on or have no windows', () => {
  const accounts = [
    makeAccount('nowhere'),
    makeAccount('sydney', 'Australia/Sydney'),
    makeAccount('new-york', 'America/New_York'),
  ];
  // A Monday.
  const facts = { readTime: () => '2026-11-23T08:00:00Z', unfinished: new Set<string>() };
  const turn = planTurn({ windows: nights }, accounts, facts);
  expect(turn).toMatchObject({ ready: [], waiting: accounts });
  expect(formatWaiting(turn)).toBe(
    '3 accounts are outside their maintenance windows, the next of which opens at 2026-11-23T11:00:00Z (Australia/Sydney)',
  );
  const unfinished = new Set(['sydney']);
  expect(planTurn({ windows: nights }, accounts, { ...facts, unfinished })).toMatchObject({
    ready: [accounts[1]],
    next: { opensAt: '2026-11-23T22:00:00Z', timeZone: 'UTC' },
  });
  const free = planTurn({}, accounts, facts);
  expect(free.ready).toEqual(accounts);
  expect(formatWaiting(free)).toBeNull();
});
