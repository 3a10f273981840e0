import { expect, it } from 'vitest';
import { judgeAccount, nameDiagnostic, writeSpec } from '../../../support/values/judge-account.ts';

it('takes a name in connectors that a cycle has too', () => {
  const text = writeSpec(
    'connectors: {news: {connector: {name: CRM}}}',
    'cycles: {news: {from: {template: T}}}',
  );
  expect(judgeAccount(text)).toEqual([]);
});

it('refuses two connectors, or two cycles, of one name and shows both', () => {
  const text = writeSpec(
    'connectors:',
    '  crm: {connector: {name: CRM}}',
    '  other: {connector: {name: CRM}, displayName: crm}',
    'cycles:',
    '  a: {from: {template: T}, displayName: News}',
    '  b: {from: {template: T}, displayName: News}',
  );
  const diagnostics = judgeAccount(text);
  expect(diagnostics.map(nameDiagnostic)).toEqual([
    'name-not-unique 8:50',
    'name-not-unique 11:43',
  ]);
  expect(diagnostics.map(({ related }) => related?.[0]?.at.line)).toEqual([7, 10]);
});
