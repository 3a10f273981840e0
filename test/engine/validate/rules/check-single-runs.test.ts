import { expect, it } from 'vitest';
import {
  checkAccount,
  environments,
  formatCycle,
  formatDiagnosticPlace,
  formatManifest,
} from '../../../support/values/check-account.ts';

it('refuses a single run, and says the command and the line that replace it', () => {
  const once = 'schedule: {once: {at: 2026-12-24T02:00:00+01:00}}';
  for (const state of ['state: active', 'state: paused']) {
    const diagnostics = checkAccount(formatCycle(state, once));
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['single-run-written 10:17']);
    expect(diagnostics[0]?.remedy).toContain('Write state: paused without this schedule');
    expect(diagnostics[0]?.remedy).toContain(
      '--at 2026-12-24T02:00:00+01:00. If that time is past, leave --at out',
    );
  }
  expect(checkAccount(formatCycle('state: paused'))).toEqual([]);
});

it.each(['every: 15m', 'every: 5', 'every: 15m, startAt: soon'])(
  'refuses a single run beside %s in the same words, and the rest not at all',
  (rest) => {
    const diagnostics = checkAccount(formatCycle('state: active', `schedule: {once: 5, ${rest}}`));
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['single-run-written 10:17']);
  },
);

it.each([
  ['a time', '2026-12-24T02:00:00Z', '--at 2026-12-24T02:00:00Z'],
  [
    'a time with a fraction',
    '{at: 2026-12-24T02:00:00.000+01:00}',
    '--at 2026-12-24T02:00:00+01:00',
  ],
  ['a date alone', '2026-12-24', '--at TIME'],
  ['a day that no month has', '{at: 2026-02-30T02:00:00Z}', '--at TIME'],
  ['a leap second', '{at: 2016-12-31T23:59:60Z}', '--at TIME'],
  ['a placeholder', `"\${account.name}"`, '--at TIME'],
  ['a number', '5', '--at TIME'],
  ['no key', '{}', '--at TIME'],
  ['another key', '{on: 2026-12-24T02:00:00Z}', '--at TIME'],
  ['a list', '[2026-12-24T02:00:00Z]', '--at TIME'],
])('refuses a single run with %s in the same words', (_what, once, option) => {
  const diagnostics = checkAccount(formatCycle('state: active', `schedule: {once: ${once}}`));
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['single-run-written 10:17']);
  expect(diagnostics[0]?.remedy).toContain(
    `cyclectl run -e ENVIRONMENT acme/cycles/news ${option}`,
  );
});

it('names the environment of the run where the account can be in one alone', () => {
  const once = ['cycles:', '  news: {from: {template: T}, state: active, schedule: {once: 5}}'];
  const single = new Map([...environments].slice(0, 1));
  const accounts = [
    checkAccount(formatManifest('ids: {prod: acme-1}', ...once)),
    checkAccount(formatManifest('id: acme-1', ...once), single),
  ];
  expect(accounts.map(([diagnostic]) => diagnostic?.remedy)).toEqual([
    expect.stringContaining('cyclectl run -e prod acme/cycles/news --at TIME'),
    expect.stringContaining('cyclectl run -e local acme/cycles/news --at TIME'),
  ]);
});
