import { describe, expect, it } from 'vitest';
import { nextState } from '../../../src/engine/verify/next-state.ts';
import type { LiveSchedule } from '../../../src/model/desired/schedule.ts';
import type { SentActivation } from '../../../src/model/state/account-state.ts';
import {
  cycleDiff,
  fingerprint,
  makeDiff,
  makeRecord,
} from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';
import { withoutBaselines } from '../../support/values/without-baselines.ts';

const schedule = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
const known: SentActivation = { schedule, sent: { runOnce: true }, activatedAt: schedule.at };

/** The run in state after a cycle was read. */
function readAfter(run: SentActivation, status: string, shown: LiveSchedule | null = null) {
  const base = cycleDiff('sync');
  const live = liveCycle('1', { status, schedule: shown });
  const record = makeRecord(base, { remoteId: '1', run });
  const diff = makeDiff({ cycles: [{ ...base, live, record }] });
  const change = nextState(diff, { refused: [], fingerprint, now: null });
  return (withoutBaselines(diff, change)?.saveObjects?.[0] ?? record).run;
}

describe('the record of a single run', () => {
  const unknown = { ...known, isUnknown: true } as const;

  it('is known once its cycle waits for it or is in it', () => {
    expect(readAfter(unknown, 'Active')).toEqual(known);
  });

  it('stays unknown while its cycle rests, or runs on what others started', () => {
    expect(readAfter(unknown, 'Paused')).toEqual(unknown);
    expect(readAfter(unknown, 'Active', { kind: 'every', every: '1h' })).toEqual(unknown);
  });

  it('stays cancelled whatever others start', () => {
    const cancelled = { ...known, isBeforeRun: true } as const;
    expect(readAfter(cancelled, 'Active')).toEqual(cancelled);
  });
});
