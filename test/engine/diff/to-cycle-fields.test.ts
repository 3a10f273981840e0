import { expect, it } from 'vitest';
import { matchSchedule } from '../../../src/engine/diff/to-cycle-fields.ts';
import type { Schedule } from '../../../src/model/desired/schedule.ts';

function every(startAt?: string): Schedule {
  return { kind: 'every', every: '1h', ...(startAt === undefined ? {} : { startAt }) };
}

const live = every('2026-12-01T09:30:00Z');

it('calls a grid that starts elsewhere by the name that we know it under', () => {
  const known = every('2026-12-01T06:30:00Z');
  expect(matchSchedule(live, [null, known])).toBe(known);
  const later = every('2026-12-02T06:30:00Z');
  expect(matchSchedule(live, [later])).toBe(later);
});

it('accepts any start without one in Git', () => {
  const known = every();
  expect(matchSchedule(live, [known])).toBe(known);
});

it('takes the first that fits, which is what the manifest wants', () => {
  const [wanted, sent] = [every('2026-12-01T07:30:00Z'), every('2026-12-01T08:30:00Z')];
  expect(matchSchedule(live, [wanted, sent])).toBe(wanted);
});

it('keeps what was read when it runs at other times', () => {
  const phase = every('2026-12-01T06:31:00Z');
  const interval: Schedule = { kind: 'every', every: '2h' };
  expect(matchSchedule(live, [phase, interval, null])).toBe(live);
  const single = { kind: 'once', at: '2026-12-01T09:30:00Z' } as const;
  expect(matchSchedule(single, [phase, interval])).toBe(single);
});
