import { describe, expect, it } from 'vitest';
import {
  type ActivityContext,
  diffActivity,
} from '../../../../src/engine/diff/fields/diff-activity.ts';
import { observeRun, type RunFacts } from '../../../../src/engine/running/observe-run.ts';
import type { Activity } from '../../../../src/model/desired/desired.ts';
import type { LiveSchedule } from '../../../../src/model/desired/schedule.ts';
import type { Setting } from '../../../../src/model/setting.ts';
import { makeCycle, nameOne, quarterly, toActivity } from '../../../support/values/make-desired.ts';
import {
  makeFieldDiff,
  makePause,
  makeRecord,
  plain,
} from '../../../support/values/make-field-diff.ts';
import { liveCycle } from '../../../support/values/make-live.ts';

const once: LiveSchedule = { kind: 'once', at: '2026-12-24T01:00:00Z' };
const running = liveCycle('1', { status: 'Active' });

/** A cycle of ours that is paused and was sent the schedule that it wants. */
function see(
  activity: Setting<Activity>,
  more: Partial<Omit<RunFacts, 'startsByWebhook'>> = {},
): ActivityContext {
  const desired = makeCycle('sync', { activity });
  const observed = {
    named: nameOne(desired),
    live: liveCycle('1'),
    record: makeRecord({ ...desired, kind: 'cycle' }),
    pause: null,
    ...more,
  };
  return { ...observed, runState: observeRun({ ...observed, startsByWebhook: false }) };
}

/** A record of having requested a single run. */
const requested = makeRecord(
  { ...makeCycle('sync'), kind: 'cycle' },
  {
    run: {
      schedule: once,
      sent: { runOnce: true },
      activatedAt: '2026-12-01T05:00:00Z',
      earlier: null,
    },
  },
);

const stopped = makeFieldDiff('state', 'live');
const rescheduled = makeFieldDiff('schedule', 'git');

it('leaves every other field, and all of a cycle that is not there, to the table', () => {
  const name = makeFieldDiff('displayName', 'live');
  expect(diffActivity(name, see(toActivity('active', quarterly)))).toBe(name);
  const fresh = makeFieldDiff('state', 'new');
  expect(diffActivity(fresh, see(toActivity('active', quarterly), { live: null }))).toBe(fresh);
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

  it('is drift during a single run of others', () => {
    const live = liveCycle('1', { status: 'Active', schedule: once });
    expect(diffActivity(stopped, see(toActivity('paused', null), { live }))).toBe(stopped);
  });

  it('is unfinished, and not changed outside Git, if we created it and did not start it', () => {
    const fresh = makeFieldDiff('state', 'both', { applied: plain(null) });
    const classified = diffActivity(fresh, see(toActivity('active', quarterly)));
    expect(classified).toEqual({ ...fresh, comparison: 'unfinished' });
  });

  it('is for Git to change when the cycle was paused because Git wanted it so', () => {
    const moved = makeFieldDiff('state', 'git', { applied: plain('paused') });
    expect(diffActivity(moved, see(toActivity('active', quarterly)))).toBe(moved);
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

  it('is not compared during a single run of ours, which sends one of its own', () => {
    const observation = see(toActivity('active', quarterly), { record: requested, live: running });
    expect(diffActivity(rescheduled, observation)).toMatchObject(atRest);
  });
});
