import { expect, it } from 'vitest';
import { judgeAccount, nameDiagnostic, writeCycle } from '../../../support/values/judge-account.ts';

it('takes a schedule that is kept for later, and a state without schedule', () => {
  expect(judgeAccount(writeCycle('state: paused', 'schedule: {every: 1d}'))).toEqual([]);
  expect(judgeAccount(writeCycle('state: active'))).toEqual([]);
});

it('refuses a schedule that nothing would ever send', () => {
  const diagnostics = judgeAccount(writeCycle('schedule: {every: 1d}'));
  expect(diagnostics.map(nameDiagnostic)).toEqual(['schedule-without-state 9:7']);
  expect(diagnostics[0]?.remedy).toContain('state: active');
});
