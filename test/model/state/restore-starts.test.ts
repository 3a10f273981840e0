import { describe, expect, it } from 'vitest';
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
    const found = restoreStarts(state, [liveCycle('1', { status }), liveCycle('2', { status })]);
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
