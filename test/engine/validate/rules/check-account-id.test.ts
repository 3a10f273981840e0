import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatManifest,
} from '../../../support/values/check-account.ts';

it('wants an id in one of two ways', () => {
  expect(checkAccount(formatManifest('id: acme-1'))).toEqual([]);
  expect(checkAccount(formatManifest('ids: {prod: acme-1}'))).toEqual([]);
});

it('refuses an account without id', () => {
  const [diagnostic, ...others] = checkAccount(formatManifest('displayName: Acme'));
  expect(diagnostic).toMatchObject({ code: 'account-id', at: { line: 4, column: 1 } });
  expect(diagnostic?.remedy).toContain('id: ID');
  expect(others).toEqual([]);
});

it('refuses an account with both and shows both', () => {
  const diagnostics = checkAccount(formatManifest('id: acme-1', 'ids: {prod: acme-1}'));
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['account-id 6:3']);
  expect(diagnostics[0]?.related?.[0]?.at.line).toBe(5);
});
