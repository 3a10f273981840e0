import { expect, it } from 'vitest';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
} from '../../../support/values/check-account.ts';

it('takes a schedule that is kept for later, and a state without schedule', () => {
  expect(checkAccount(formatCycle('state: paused', 'schedule: {every: 1d}'))).toEqual([]);
  expect(checkAccount(formatCycle('state: active'))).toEqual([]);
});

it('refuses a schedule that nothing would ever send', () => {
  const diagnostics = checkAccount(formatCycle('schedule: {every: 1d}'));
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['schedule-without-state 9:7']);
  expect(diagnostics[0]?.remedy).toContain('state: active');
});
