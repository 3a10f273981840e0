import { expect, it } from 'vitest';
import { formatDiagnosticPlace } from '../../../support/values/check-account.ts';
import { checkProject } from '../../../support/values/check-project.ts';

const environments = '  environments: {local: {service: {emulator: {world: world.yaml}}}}';

it('takes an environment that the project has', () => {
  expect(checkProject('  defaultEnvironment: local', environments)).toEqual([]);
});

it('refuses an environment that the project does not have', () => {
  const diagnostics = checkProject('  defaultEnvironment: locl', environments);
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['unknown-environment 5:23']);
  expect(diagnostics[0]?.remedy).toContain('Did you mean local?');
});

it('says nothing of an environment that is there and malformed', () => {
  const diagnostics = checkProject('  defaultEnvironment: local', '  environments: {local: {}}');
  expect(diagnostics.map(({ code }) => code)).toEqual(['missing-key']);
});

it('says nothing where the environments are nothing', () => {
  for (const none of ['  environments:', '  environments: 7', '  labels: {}']) {
    const diagnostics = checkProject('  defaultEnvironment: local', none);
    expect(diagnostics.map(({ code }) => code)).not.toContain('unknown-environment');
    expect(diagnostics).not.toEqual([]);
  }
});
