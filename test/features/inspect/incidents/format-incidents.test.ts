import { expect, it } from 'vitest';
import {
  formatIncidentsText,
  type IncidentsFrame,
} from '../../../../src/features/inspect/incidents/format-incidents.ts';
import type { Address } from '../../../../src/model/address.ts';
import type { IncidentGroup, IncidentPlace } from '../../../../src/model/report/incidents.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';

const frame: IncidentsFrame = {
  target: { environment: 'prod', service: 'remote', address: 'https://api.example.com' },
  directory: '.',
  after: '2026-12-01T06:00:00.123Z',
  levels: ['error', 'warning'],
  cost: { requests: 7, durationMs: 1234 },
  accounts: 3,
  unread: 1,
  missing: 0,
  skipped: 2,
};

function makePlace(account: string, more: Partial<IncidentPlace> = {}): IncidentPlace {
  return {
    account,
    address: `${account}/cycles/orders` as Address,
    cycle: 'Orders',
    accountId: account,
    cycleId: 'c',
    count: 1,
    firstAt: null,
    lastAt: null,
    transaction: null,
    url: null,
    ...more,
  };
}

function makeGroup(message: string, places: readonly IncidentPlace[]): IncidentGroup {
  const { length } = places;
  const kind = { level: 'error', step: 'Write order', message, status: null } as const;
  return { ...kind, count: length, accounts: length, firstAt: null, lastAt: null, places };
}

function write(groups: readonly IncidentGroup[], columns = 80): string {
  return [...formatIncidentsText(frame, groups, { ...plainPaint, columns })].join('');
}

it('claims nothing of accounts that were not read or selected', () => {
  expect(write([])).toContain(
    'No errors, no warnings since 2026-12-01T06:00:00Z in 2 accounts.\n1 account could not be read.\n2 accounts left out by --select.',
  );
});

it('shows five cycles of a kind and twenty kinds, and counts the rest', () => {
  const places = Array.from({ length: 7 }, (_, index) => makePlace(`a${index}`));
  const many = Array.from({ length: 22 }, (_, index) => makeGroup(`Kind ${index}`, places));
  const text = write(many);
  expect(text).toContain('a4/cycles/orders');
  expect(text).not.toContain('a5/cycles/orders');
  expect(text).toContain('and 2 more cycles: --format json');
  expect(text).toContain('Kind 19');
  expect(text).not.toContain('Kind 20');
  expect(text).toContain('2 more kinds: --format json.');
});

it('names a cycle that no state has, and shows control characters of the service as their numbers', () => {
  const place = makePlace('a', { address: null, cycle: 'Or\u001b[31mders' });
  const text = write([makeGroup('Out of\n\u001b[2Jretries', [place])]);
  expect(text).toContain('a, "Or');
  expect(text).toContain('not in state');
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('cyclectl why');
});

it('fits a narrow and a wide terminal', () => {
  const place = makePlace('north-001', { transaction: '8c184b5c-2cca-4d3c-9ee3-bc87f409ba74' });
  for (const columns of [60, 100, 160]) {
    const lines = write([makeGroup('Failed to call the method', [place])], columns).split('\n');
    const longest = Math.max(...lines.slice(0, -3).map(({ length }) => length));
    expect(longest).toBeLessThanOrEqual(columns);
  }
});
