import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatSpec,
} from '../../../support/values/check-account.ts';

it('takes a name in connectors that a cycle has too', () => {
  const text = formatSpec(
    'connectors: {news: {connector: {name: CRM}}}',
    'cycles: {news: {from: {template: T}}}',
  );
  expect(checkAccount(text)).toEqual([]);
});

it('refuses two connectors, or two cycles, of one name and shows both', () => {
  const text = formatSpec(
    'connectors:',
    '  crm: {connector: {name: CRM}}',
    '  other: {connector: {name: CRM}, displayName: crm}',
    'cycles:',
    '  a: {from: {template: T}, displayName: News}',
    '  b: {from: {template: T}, displayName: News}',
  );
  const diagnostics = checkAccount(text);
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual([
    'name-not-unique 8:50',
    'name-not-unique 11:43',
  ]);
  expect(diagnostics.map(({ related }) => related?.[0]?.at.line)).toEqual([7, 10]);
});
