import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatSpec,
} from '../../../../support/values/check-account.ts';

const head = ['connectors:', '  crm:', '    connector: {name: Sample CRM}', '    checks:'];

function checkCheck(check: string) {
  return checkAccount(formatSpec(...head, `      - ${check}`));
}

it('takes a check that says that its method only reads', () => {
  expect(checkCheck('{method: List contacts, safe: true, expect: {status: 200}}')).toEqual([]);
  expect(checkCheck('{method: "448", safe: true, parameters: {since: "2026"}}')).toEqual([]);
});

it('refuses a check that does not say so, at the check', () => {
  const diagnostics = checkCheck('{method: Delete contacts}');
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['check-not-safe 10:11']);
  expect(diagnostics[0]?.remedy).toContain('safe: true');
});

it('refuses one that says the opposite, at that word', () => {
  expect(checkCheck('{method: Delete contacts, safe: false}').map(formatDiagnosticPlace)).toEqual([
    'check-not-safe 10:43',
  ]);
});

it('reports a missing method, a failure as expectation and a number that YAML changes', () => {
  expect(checkCheck('{safe: true}').map(formatDiagnosticPlace)).toEqual(['missing-key 10:11']);
  expect(
    checkCheck('{method: A, safe: true, expect: {status: 404}}').map(formatDiagnosticPlace),
  ).toEqual(['wrong-value 10:52']);
  expect(
    checkCheck('{method: A, safe: true, parameters: {id: 007}}').map(formatDiagnosticPlace),
  ).toEqual(['number-form 10:52']);
});
