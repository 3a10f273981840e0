import { expect, it } from 'vitest';
import { IncidentGroups } from '../../../../src/features/inspect/incidents/incident-groups.ts';
import type { Address } from '../../../../src/model/address.ts';
import type { NamedIncident } from '../../../../src/model/report/incidents.ts';

function makeIncident(account: string, more: Partial<NamedIncident> = {}): NamedIncident {
  return {
    account,
    accountId: `${account}-id`,
    address: `${account}/cycles/orders` as Address,
    cycle: 'cycle',
    cycleName: 'Orders',
    step: 'step',
    stepName: 'Write order',
    transaction: 'run-1',
    level: 'error',
    message: 'Out of retries',
    status: 500,
    at: '2026-12-01T06:00:00Z',
    ...more,
  };
}

function group(incidents: readonly NamedIncident[]) {
  const groups = new IncidentGroups();
  for (const each of incidents) groups.add(each, ({ transaction }) => `run ${transaction}`);
  return groups.list();
}

it('has no groups without incidents', () => {
  expect(group([])).toEqual([]);
});

it('keeps the first and last time and the latest run of each cycle, in any order', () => {
  const later = makeIncident('a', { at: '2026-12-01T08:00:00Z', transaction: 'run-3' });
  const earlier = makeIncident('a', { at: '2026-12-01T05:00:00Z', transaction: 'run-0' });
  const [found] = group([makeIncident('a'), later, earlier]);
  expect(found).toMatchObject({
    count: 3,
    accounts: 1,
    firstAt: '2026-12-01T05:00:00Z',
    lastAt: '2026-12-01T08:00:00Z',
    places: [{ transaction: 'run-3', url: 'run run-3' }],
  });
});

it('tells kinds apart by level, step, message and status, and orders them by accounts', () => {
  const found = group([
    makeIncident('a', { level: 'warning' }),
    makeIncident('a', { status: 429 }),
    makeIncident('a', { status: 429 }),
    makeIncident('a', { status: 429 }),
    makeIncident('a'),
    makeIncident('b'),
    makeIncident('a', { stepName: null, message: null }),
  ]);
  expect(found.map(({ level, step, status, count }) => [level, step, status, count])).toEqual([
    ['error', 'Write order', 500, 2],
    ['error', 'Write order', 429, 3],
    ['error', null, 500, 1],
    ['warning', 'Write order', 500, 1],
  ]);
});

it('has no times where the service shows none', () => {
  const [found] = group([makeIncident('a', { at: null }), makeIncident('b', { at: null })]);
  expect(found).toMatchObject({ count: 2, firstAt: null, lastAt: null });
});
