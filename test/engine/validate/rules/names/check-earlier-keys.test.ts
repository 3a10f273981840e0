import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatSpec,
} from '../../../../support/values/check-account.ts';

const check = (...entries: readonly string[]) =>
  checkAccount(formatSpec('connectors:', ...entries.map((entry) => `  ${entry}`)));

it('takes a key that is no entry any more', () => {
  expect(check('sales: {connector: {name: CRM}, renamedFrom: crm}')).toEqual([]);
});

it('refuses an earlier key that is an entry of its own, its own key and one that two had', () => {
  const diagnostics = check(
    'crm: {connector: {name: CRM}}',
    'sales: {connector: {name: CRM}, renamedFrom: crm}',
    'files: {connector: {name: Files}, renamedFrom: files}',
    'one: {connector: {name: Files}, renamedFrom: gone}',
    'two: {connector: {name: Files}, renamedFrom: gone}',
  );
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual([
    'renamed-from-entry 8:50',
    'renamed-from-entry 9:52',
    'renamed-from-entry 11:50',
  ]);
  expect(diagnostics[0]?.summary).toContain('sales cannot be renamed from crm');
  expect(diagnostics[1]?.summary).toBe('files cannot be renamed from itself');
});

it('names the new key where a cycle still uses the earlier one', () => {
  const [diagnostic] = checkAccount(
    formatSpec(
      'connectors:',
      '  sales: {connector: {name: CRM}, renamedFrom: crm}',
      'cycles:',
      '  news: {from: {template: Send news}, connectors: {CRM: crm}}',
    ),
  );
  expect(diagnostic).toMatchObject({
    code: 'unknown-connector',
    remedy: 'It was renamed: write sales.',
  });
});

it('takes true and false for protect, and no word', () => {
  expect(check('crm: {connector: {name: CRM}, protect: false}')).toEqual([]);
  expect(check('crm: {connector: {name: CRM}, protect: "no"}').map(({ code }) => code)).toEqual([
    'wrong-type',
  ]);
});
