import { describe, expect, it } from 'vitest';
import {
  type ActivityContext,
  diffActivity,
} from '../../../../src/engine/diff/fields/diff-activity.ts';
import { observeRun } from '../../../../src/engine/running/observe-run.ts';
import type { FieldPath } from '../../../../src/model/address.ts';
import type { Activity } from '../../../../src/model/desired/desired.ts';
import type { Schedule } from '../../../../src/model/desired/schedule.ts';
import type { Setting } from '../../../../src/model/setting.ts';
import { makeCycle, nameOne, quarterly, toActivity } from '../../../support/values/make-desired.ts';
import {
  makeFieldDiff,
  makePause,
  makeRecord,
  plain,
} from '../../../support/values/make-field-diff.ts';
import { liveCycle } from '../../../support/values/make-live.ts';

const once: Schedule = { kind: 'once', at: '2026-12-24T01:00:00Z' };
const later: Schedule = { kind: 'once', at: '2026-12-31T01:00:00Z' };
const running = liveCycle('1', { status: 'Active' });

/** A cycle of ours that is paused and was sent the schedule that it wants. */
function see(activity: Setting<Activity>, more: Partial<ActivityContext> = {}): ActivityContext {
  const desired = makeCycle('sync', { activity });
  const observed = {
    named: nameOne(desired),
    live: liveCycle('1'),
    record: makeRecord({ ...desired, kind: 'cycle' }),
    pause: null,
    isInterrupted: false,
    isSpent: false,
    ...more,
  };
  return { ...observed, runState: observeRun({ ...observed, startsByWebhook: false }) };
}

/** A record of having sent a schedule. */
function sent(schedule: Schedule) {
  const applied = { ['schedule' as FieldPath]: plain(schedule) };
  return makeRecord({ ...makeCycle('sync'), kind: 'cycle' }, { applied });
}

const stopped = makeFieldDiff('state', 'live');
const rescheduled = makeFieldDiff('schedule', 'git');
const quiet = { comparison: 'same' };

it('leaves every other field, and all of a cycle that is not there, to the table', () => {
  const name = makeFieldDiff('displayName', 'live');
  expect(diffActivity(name, see(toActivity('active', once)))).toBe(name);
  const fresh = makeFieldDiff('state', 'new');
  expect(diffActivity(fresh, see(toActivity('active', once), { live: null }))).toBe(fresh);
});

describe('state', () => {
  it('is drift if a user stopped a cycle that should run', () => {
    expect(diffActivity(stopped, see(toActivity('active', quarterly)))).toBe(stopped);
  });

  it('is a change and no drift when we paused it and were interrupted', () => {
    const pause = makePause(makeCycle('sync').address);
    const classified = diffActivity(stopped, see(toActivity('active', quarterly), { pause }));
    expect(classified).toEqual({ ...stopped, comparison: 'unfinished' });
  });

  it('is the same after a single run that was sent', () => {
    const observation = see(toActivity('active', once), { record: sent(once) });
    expect(diffActivity(stopped, observation)).toMatchObject(quiet);
  });

  it('is for Git to change when the single run is at another moment', () => {
    const observation = see(toActivity('active', later), { record: sent(once) });
    const classified = diffActivity(stopped, observation);
    expect(classified).toMatchObject({ comparison: 'git' });
  });

  it('needs no action while the outcome of a single run is unknown', () => {
    const observation = see(toActivity('active', once), { record: null });
    const classified = diffActivity(stopped, observation);
    expect(classified).toMatchObject({ comparison: 'not-readable' });
  });

  it('is the same after a single run that one has had whose place it takes', () => {
    const observation = see(toActivity('active', once), { isSpent: true });
    expect(diffActivity(stopped, observation)).toMatchObject(quiet);
  });

  it('is a change when making a cycle with a single run was interrupted', () => {
    const observation = see(toActivity('active', once), { record: null, isInterrupted: true });
    expect(diffActivity(stopped, observation)).toMatchObject({
      comparison: 'unfinished',
    });
  });

  it('is unfinished, and not changed outside Git, if we created it and did not start it', () => {
    const fresh = makeFieldDiff('state', 'both', { applied: plain(null) });
    for (const schedule of [quarterly, once]) {
      const classified = diffActivity(fresh, see(toActivity('active', schedule)));
      expect(classified).toEqual({ ...fresh, comparison: 'unfinished' });
    }
  });

  it('is for Git to change when the cycle was paused because Git wanted it so', () => {
    const moved = makeFieldDiff('state', 'git', { applied: plain('paused') });
    expect(diffActivity(moved, see(toActivity('active', quarterly)))).toBe(moved);
  });

  it('is for Git to change before a single run of a cycle that Git had paused', () => {
    const moved = makeFieldDiff('state', 'git', { applied: plain('paused') });
    expect(diffActivity(moved, see(toActivity('active', once)))).toMatchObject({
      comparison: 'git',
    });
  });

  it('is drift if a user started a cycle that should stay paused until its single run', () => {
    const observation = see(toActivity('paused', once), { live: running });
    expect(diffActivity(stopped, observation)).toBe(stopped);
  });
});

describe('schedule', () => {
  const atRest = { comparison: 'not-compared' };

  it('differs by itself only while the cycle runs', () => {
    const activity = toActivity('active', quarterly);
    expect(diffActivity(rescheduled, see(activity, { live: running }))).toBe(rescheduled);
    expect(diffActivity(rescheduled, see(activity))).toMatchObject(atRest);
  });

  it('is kept for the next activation where the cycle must be paused', () => {
    const observation = see(toActivity('paused', quarterly), { live: running });
    expect(diffActivity(rescheduled, observation)).toMatchObject(atRest);
  });

  it('is sent once for each moment of a single run', () => {
    const activity = toActivity('active', once);
    expect(diffActivity(rescheduled, see(activity, { record: sent(once) }))).toMatchObject(quiet);
    const moved = see(toActivity('active', later), { record: sent(once) });
    expect(diffActivity(rescheduled, moved)).toBe(rescheduled);
    expect(diffActivity(rescheduled, see(activity, { record: null }))).toMatchObject({
      comparison: 'not-readable',
    });
  });

  it('is still to be sent where a cycle at rest shows the single run that it was stopped before', () => {
    const shown = makeFieldDiff('schedule', 'same');
    const activity = toActivity('active', once);
    expect(diffActivity(shown, see(activity))).toMatchObject({
      comparison: 'git',
    });
    expect(diffActivity(shown, see(activity, { live: running }))).toBe(shown);
  });

  it('is as requested if the cycle runs, its schedule is unreadable, and the answer was lost', () => {
    const run = { schedule: once, sent: { runOnce: true }, activatedAt: '2026-12-01T05:00:00Z' };
    const record = makeRecord({ ...makeCycle('sync'), kind: 'cycle' }, { run });
    const hidden = { ...rescheduled, live: { kind: 'not-readable' } } as const;
    const lost = see(toActivity('active', once), { record, live: running });
    expect(diffActivity(hidden, lost)).toMatchObject(quiet);
    expect(diffActivity(rescheduled, lost)).toBe(rescheduled);
    expect(diffActivity(hidden, see(toActivity('active', once), { record }))).toBe(hidden);
    const moved = see(toActivity('active', later), { record, live: running });
    expect(diffActivity(hidden, moved)).toBe(hidden);
  });
});
