import { expect, it } from 'vitest';
import {
  judgeAccount,
  nameDiagnostic,
  writeSpec,
} from '../../../../support/values/judge-account.ts';

const head = ['connectors:', '  crm:', '    connector: {name: Sample CRM}', '    checks:'];

function judgeCheck(check: string) {
  return judgeAccount(writeSpec(...head, `      - ${check}`));
}

it('takes a check that says that its method only reads', () => {
  expect(judgeCheck('{method: List contacts, safe: true, expect: {status: 200}}')).toEqual([]);
  expect(judgeCheck('{method: "448", safe: true, parameters: {since: "2026"}}')).toEqual([]);
});

it('refuses a check that does not say so, at the check', () => {
  const diagnostics = judgeCheck('{method: Delete contacts}');
  expect(diagnostics.map(nameDiagnostic)).toEqual(['check-not-safe 10:11']);
  expect(diagnostics[0]?.remedy).toContain('safe: true');
});

it('refuses one that says the opposite, at that word', () => {
  expect(judgeCheck('{method: Delete contacts, safe: false}').map(nameDiagnostic)).toEqual([
    'check-not-safe 10:43',
  ]);
});

it('tells of a missing method, a failure as expectation and a number that YAML changes', () => {
  expect(judgeCheck('{safe: true}').map(nameDiagnostic)).toEqual(['missing-key 10:11']);
  expect(judgeCheck('{method: A, safe: true, expect: {status: 404}}').map(nameDiagnostic)).toEqual([
    'wrong-value 10:52',
  ]);
  expect(judgeCheck('{method: A, safe: true, parameters: {id: 007}}').map(nameDiagnostic)).toEqual([
    'number-form 10:52',
  ]);
});
