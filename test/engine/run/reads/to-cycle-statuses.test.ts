import { describe, expect, it } from 'vitest';
import { toKnownSchedule, toNextRun } from '../../../../src/engine/run/reads/to-cycle-statuses.ts';
import type { LiveSchedule } from '../../../../src/model/desired/schedule.ts';
import type { SentActivation } from '../../../../src/model/state/account-state.ts';

const now = '2026-12-01T05:07:00Z';
const nothing = { schedule: null };

function sent(schedule: LiveSchedule, startTime?: string): SentActivation {
  return {
    schedule,
    sent: { ...(startTime === undefined ? {} : { startTime }), runOnce: schedule.kind === 'once' },
    activatedAt: '2026-12-01T04:03:00Z',
  };
}

function next(run: SentActivation | null, shown: Parameters<typeof toKnownSchedule>[1] = nothing) {
  const known = toKnownSchedule(run, shown);
  return toNextRun(known, { state: 'Active', run }, now);
}

describe('the next run that is expected', () => {
  it('is the next point of the grid that starts where we said', () => {
    const every = { kind: 'every', every: '15m' } as const;
    expect(next(sent(every, '2026-12-01T00:02:00Z'))).toEqual({
      kind: 'expected',
      at: '2026-12-01T05:17:00Z',
    });
    expect(next(sent(every, '2026-12-24T00:00:00Z'))).toMatchObject({ at: '2026-12-24T00:00:00Z' });
    expect(next(sent(every))).toMatchObject({ at: '2026-12-01T05:18:00Z' });
  });

  it('is the moment of a single run, as long as that is to come', () => {
    expect(next(sent({ kind: 'once', at: '2026-12-02T00:00:00Z' }))).toEqual({
      kind: 'expected',
      at: '2026-12-02T00:00:00Z',
    });
    expect(next(sent({ kind: 'once', at: '2026-12-01T05:06:59Z' }))).toMatchObject({
      kind: 'past',
    });
  });

  it('is whenever it is called, where its first step is a webhook', () => {
    expect(next(sent({ kind: 'webhook' }))).toEqual({ kind: 'on-call' });
  });

  it('is none of a cycle that rests', () => {
    const run = sent({ kind: 'every', every: '1h' });
    const known = toKnownSchedule(run, nothing);
    for (const state of ['Paused', null]) {
      expect(toNextRun(known, { state, run }, now)).toEqual({ kind: 'none' });
    }
  });

  it('is what the service shows, where that is another schedule than ours, and not known without its start', () => {
    const ours = sent({ kind: 'every', every: '1h' }, '2026-12-01T00:00:00Z');
    const shown = { kind: 'every', every: '5m', startAt: '2026-12-01T00:01:00Z' } as const;
    expect(toKnownSchedule(ours, { schedule: shown })).toMatchObject({ from: 'shown' });
    expect(next(ours, { schedule: shown })).toMatchObject({ at: '2026-12-01T05:11:00Z' });
    expect(next(ours, { schedule: { kind: 'every', every: '5m' } })).toEqual({ kind: 'unknown' });
    expect(next(ours, { schedule: null, unlistedMinutes: 7 })).toEqual({ kind: 'unknown' });
    const same = { kind: 'every', every: '1h' } as const;
    expect(toKnownSchedule(ours, { schedule: same })).toMatchObject({ from: 'sent' });
  });

  it('is not known where nothing was sent and nothing is shown', () => {
    expect(toKnownSchedule(null, nothing)).toEqual({ from: 'nowhere' });
    expect(next(null)).toEqual({ kind: 'unknown' });
  });
});
