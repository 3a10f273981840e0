import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../../../src/model/diagnostic/diagnostic.ts';
import { formatDiagnosticPlace } from '../../../../support/values/check-account.ts';
import { checkProject } from '../../../../support/values/check-project.ts';

function check(emulator: string, more = ''): readonly Diagnostic[] {
  return checkProject(`  environments: {local: {service: {emulator: {${emulator}}}${more}}}`);
}

it('takes paths below the project folder, .cyclectl among them', () => {
  expect(check('world: w.yaml, data: .cyclectl/x', ', store: {sqlite: .cyclectl/s.db}')).toEqual(
    [],
  );
});

it.each([
  ['world: .git/config', '', 'private-folder 5:54'],
  ['world: w.yaml, data: .git/hooks', '', 'private-folder 5:68'],
  ['world: w.yaml, data: a/NODE_MODULES/b', '', 'private-folder 5:68'],
  ['world: w.yaml', ', store: {sqlite: .Git/s.db}', 'private-folder 5:80'],
])('refuses a folder that belongs to others: %s%s', (emulator, more, found) => {
  expect(check(emulator, more).map(formatDiagnosticPlace)).toEqual([found]);
});

it.each([
  ['world: ../w.yaml', ''],
  ['world: /etc/passwd', ''],
  ['world: w.yaml, data: a/../../b', ''],
  ['world: w.yaml', ', store: {sqlite: ../s.db}'],
  ['world: w.yaml', ', store: {sqlite: /srv/s.db}'],
])('leaves a path that leads out to the schema: %s%s', (emulator, more) => {
  expect(check(emulator, more).map(({ code }) => code)).toEqual(['wrong-value']);
});

it('says nothing of what is malformed', () => {
  expect(check('').map(({ code }) => code)).toEqual(['missing-key']);
});
