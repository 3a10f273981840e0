import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatManifest,
} from '../../../support/values/check-account.ts';
import { blueprint, listMistakes } from '../../index/fleet-texts.ts';

it('takes ids for some of the environments', () => {
  expect(checkAccount(formatManifest('ids: {local: acme-1}'))).toEqual([]);
});

it('refuses an environment that the project does not have', () => {
  const diagnostics = checkAccount(formatManifest('ids: {prd: acme-1, prod: acme-2}'));
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['unknown-environment 5:9']);
  expect(diagnostics[0]?.remedy).toBe(
    'Did you mean prod? Environments of cyclectl.yaml: local, prod.',
  );
});

it('refuses values of a blueprint for an environment that the project does not have', async () => {
  const text = blueprint.replace('    staging:', '    stagin:');
  expect(await listMistakes({ 'blueprints/sync.yaml': text })).toContain(
    'unknown-environment blueprints/sync.yaml:21:5 The project has no environment stagin',
  );
});
