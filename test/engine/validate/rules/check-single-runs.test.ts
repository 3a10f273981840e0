import { expect, it } from 'vitest';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
} from '../../../support/values/check-account.ts';

it('refuses a single run, and says the command and the line that replace it', () => {
  const once = 'schedule: {once: {at: 2026-12-24T02:00:00+01:00}}';
  for (const state of ['state: active', 'state: paused']) {
    const diagnostics = checkAccount(formatCycle(state, once));
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['single-run-written 10:17']);
    expect(diagnostics[0]?.remedy).toContain('Write state: paused without this schedule');
    expect(diagnostics[0]?.remedy).toContain('--at 2026-12-24T02:00:00+01:00');
  }
  expect(checkAccount(formatCycle('state: paused'))).toEqual([]);
});
