import { expect, it } from 'vitest';
import { observeRun, type RunFacts } from '../../../src/engine/running/observe-run.ts';
import type { LiveSchedule, Schedule } from '../../../src/model/desired/schedule.ts';
import type { RunState } from '../../../src/model/diff/run-state.ts';
import { makeCycle } from '../../support/values/make-desired.ts';
import { makePause, makeRecord } from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

const hourly: Schedule = { kind: 'every', every: '1h' };
const daily: Schedule = { kind: 'every', every: '1d' };
const once = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
const webhook: Schedule = { kind: 'webhook' };
const object = { ...makeCycle('sync'), kind: 'cycle' } as const;

const rests = { live: liveCycle('1') };
const runs = { live: liveCycle('1', { status: 'Active' }) };
const shows = (schedule: LiveSchedule) => ({
  live: liveCycle('1', { status: 'Active', schedule }),
});
const paused = { pause: makePause(object.address, { schedule: daily }) };

const activation = { sent: { runOnce: false }, activatedAt: '2026-12-01T05:00:00Z' };
const ofCommand = { schedule: once, earlier: { schedule: daily, ...activation }, ...activation };
const requested = { record: makeRecord(object, { run: ofCommand }) };

const requestedAt = {
  record: makeRecord(object, {
    run: { ...ofCommand, sent: { startTime: once.at, runOnce: true } },
  }),
};
const later = { kind: 'once', at: '2026-12-24T02:00:00Z' } as const;

function ended(how: 'isOver' | 'isBeforeRun'): Pick<RunFacts, 'record'> {
  return { record: makeRecord(object, { run: { ...ofCommand, [how]: true } }) };
}

function sent(schedule: LiveSchedule, isUnknown: boolean = false): Pick<RunFacts, 'record'> {
  const run = { schedule, ...activation };
  return { record: makeRecord(object, { run: isUnknown ? { ...run, isUnknown } : run }) };
}

const byWebhook = { startsByWebhook: true };

const cases: readonly (readonly [string, Partial<RunFacts>, RunState])[] = [
  ['nothing', {}, { kind: 'absent', restartOn: null }],
  ['nothing that a webhook may start', byWebhook, { kind: 'absent', restartOn: webhook }],
  ['rest', rests, { kind: 'resting', restartOn: null }],
  ['rest after a start', { ...rests, ...sent(hourly) }, { kind: 'resting', restartOn: hourly }],
  [
    'rest that shows a schedule',
    { live: liveCycle('1', { schedule: hourly }) },
    { kind: 'resting', restartOn: hourly },
  ],
  [
    'rest after a start and our pause',
    { ...rests, ...sent(hourly), ...paused },
    { kind: 'paused-by-us', restartOn: daily },
  ],
  ['an unknown run', runs, { kind: 'running', on: null, restartOn: null }],
  ['a shown run', shows(hourly), { kind: 'running', on: hourly, restartOn: hourly }],
  [
    'a run on another schedule than ours',
    { ...shows(hourly), ...sent(daily) },
    { kind: 'running', on: hourly, restartOn: hourly },
  ],
  [
    'an unknown run after our pause',
    { ...runs, ...paused },
    { kind: 'running', on: null, restartOn: daily },
  ],
  [
    'a run by its webhook',
    { ...runs, ...byWebhook },
    { kind: 'running', on: webhook, restartOn: webhook },
  ],
  [
    'a single run of others',
    shows(once),
    { kind: 'running-once', on: once, by: 'others', restartOn: null },
  ],
  [
    'a single run of ours',
    { ...shows(once), ...requested },
    { kind: 'running-once', on: once, by: 'us', restartOn: daily },
  ],
  [
    'an immediate single run of ours, by the clock of the service',
    { ...shows({ kind: 'once', at: '2026-12-24T01:00:20Z' }), ...requested },
    { kind: 'running-once', on: once, by: 'us', restartOn: daily },
  ],
  [
    'a single run of others, long after an immediate one of ours',
    { ...shows(later), ...requested },
    { kind: 'running-once', on: later, by: 'others', restartOn: daily },
  ],
  [
    'a single run of others, near one of ours with a time',
    { ...shows({ kind: 'once', at: '2026-12-24T01:00:20Z' }), ...requestedAt },
    {
      kind: 'running-once',
      on: { kind: 'once', at: '2026-12-24T01:00:20Z' },
      by: 'others',
      restartOn: daily,
    },
  ],
  [
    'a start of others after a single run of ours that is over',
    { ...runs, ...ended('isOver') },
    { kind: 'running', on: null, restartOn: null },
  ],
  [
    'a start of others after a cancelled single run of ours',
    { ...runs, ...ended('isBeforeRun') },
    { kind: 'running', on: null, restartOn: null },
  ],
  [
    'rest after a single run of ours',
    { ...rests, ...requested },
    { kind: 'resting', restartOn: daily },
  ],
  [
    'another start after a single run of ours',
    { ...shows(hourly), ...requested },
    { kind: 'running', on: hourly, restartOn: hourly },
  ],
  [
    'a single run of ours that the service does not show',
    { ...runs, ...requested },
    { kind: 'running-once', on: once, by: 'us', restartOn: daily },
  ],
  [
    'a single run in a record of before the command',
    { ...runs, ...sent(once) },
    { kind: 'running-once', on: once, by: 'us', restartOn: null },
  ],
  [
    'rest after one of unknown outcome',
    { ...rests, ...sent(once, true) },
    { kind: 'resting', restartOn: null },
  ],
  [
    'our pause before one, of an earlier version',
    { ...rests, pause: makePause(object.address, { schedule: once }) },
    { kind: 'paused-by-us', restartOn: null },
  ],
  [
    'a run that proves the outcome',
    { ...shows(once), ...sent(once, true) },
    { kind: 'running-once', on: once, by: 'us', restartOn: null },
  ],
];

it.each(cases)('the run state shows %s', (_, facts, state) => {
  const none = { live: null, record: null, pause: null, startsByWebhook: false };
  expect(observeRun({ ...none, ...facts })).toEqual(state);
});
