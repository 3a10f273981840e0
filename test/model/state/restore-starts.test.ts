import { describe, expect, it } from 'vitest';
import type { LiveCycle } from '../../../src/model/live/live.ts';
import { restoreStarts } from '../../../src/model/state/restore-starts.ts';
import { quarterly } from '../../support/values/make-desired.ts';
import { cycleDiff, makeAccountState, makeRecord } from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

describe('a start whose end was never noted', () => {
  const { address, kind } = cycleDiff('sync');
  const begunAt = '2026-12-01T05:00:00Z';
  const sent = { startTime: begunAt, intervalMinutes: 15, runOnce: false };
  const run = { schedule: quarterly, sent, activatedAt: begunAt };

  /** What is remembered to have been sent, where the note is of one cycle and another may be bound by now. */
  function recall(status: 'Active' | 'Paused', bound: string) {
    const start = { cycleId: '1', run };
    const state = {
      ...makeAccountState({ objects: [makeRecord({ address, kind }, { remoteId: bound })] }),
      writes: new Map([
        [address, { address, operation: '1', does: 'activates "Sync"', begunAt, start }],
      ]),
    };
    const live = [liveCycle('1', { status }), liveCycle('2', { status })];
    const found = restoreStarts(state, live, { rules: [], today: '2026-12-01' });
    return found.objects.get(address)?.run;
  }

  it('has come to pass where the cycle runs', () => {
    expect(recall('Active', '1')).toEqual(run);
  });

  it('has not where it rests, or where the address is bound to another by now', () => {
    expect(recall('Paused', '1')).toBeNull();
    expect(recall('Active', '2')).toBeNull();
  });
});

describe('a single run whose cycle runs', () => {
  const { address, kind } = cycleDiff('sync');
  const schedule = { kind: 'once', at: '2026-12-01T05:10:00Z' } as const;
  const run = { schedule, sent: { runOnce: true }, activatedAt: '2026-12-01T05:00:00Z' };

  function recall(today: string, more: Partial<LiveCycle> = {}) {
    const state = makeAccountState({ objects: [makeRecord({ address, kind }, { run })] });
    const [record] = state.objects.values();
    const live = liveCycle(record?.remoteId ?? '', { status: 'Active', ...more });
    return restoreStarts(state, [live], { rules: [], today }).objects.get(address)?.run;
  }

  it('is over a day after its time, because others have started the cycle', () => {
    expect(recall('2026-12-02')).toEqual(run);
    expect(recall('2026-12-03')).toEqual({ ...run, isOver: true });
  });

  it('is not while it works, or while the service shows it', () => {
    expect(recall('2026-12-03', { inProgressCount: 1 })).toEqual(run);
    expect(recall('2026-12-03', { schedule })).toEqual(run);
  });
});
