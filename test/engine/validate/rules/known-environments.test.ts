import { expect, it } from 'vitest';
import {
  judgeAccount,
  nameDiagnostic,
  writeManifest,
} from '../../../support/values/judge-account.ts';

it('takes ids for some of the environments', () => {
  expect(judgeAccount(writeManifest('ids: {local: acme-1}'))).toEqual([]);
});

it('refuses an environment that the project does not have', () => {
  const diagnostics = judgeAccount(writeManifest('ids: {prd: acme-1, prod: acme-2}'));
  expect(diagnostics.map(nameDiagnostic)).toEqual(['unknown-environment 5:9']);
  expect(diagnostics[0]?.remedy).toBe(
    'Did you mean prod? Environments of cyclectl.yaml: local, prod.',
  );
});
