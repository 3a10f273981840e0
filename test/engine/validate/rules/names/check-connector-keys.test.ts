import { expect, it } from 'vitest';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
} from '../../../../support/values/check-account.ts';

const check = (connectors: string) =>
  checkAccount(
    formatCycle('connectors: {Sample CRM: crm-sale}').replace(
      '  cycles:',
      `  ${connectors}\n  cycles:`,
    ),
  );

it('takes a connector of the account', () => {
  expect(check('connectors: {crm-sale: {connector: {name: CRM}}}')).toEqual([]);
});

it('leaves it to the service where connectors are not managed', () => {
  expect(checkAccount(formatCycle('connectors: {Sample CRM: crm-sale}'))).toEqual([]);
});

it('refuses a connector that the account does not have', () => {
  const diagnostics = check('connectors: {crm-sales: {connector: {name: CRM}}}');
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['unknown-connector 10:32']);
  expect(diagnostics[0]?.remedy).toContain('Did you mean crm-sales?');
});

it('says so when the account has none', () => {
  expect(check('connectors: {}')[0]?.remedy).toBe('The account has no connectors.');
});
