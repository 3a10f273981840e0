import { expect, it } from 'vitest';
import { formatDiagnosticPlace } from '../../../../support/values/check-account.ts';
import { checkProject } from '../../../../support/values/check-project.ts';

it('refuses placeholders in cyclectl.yaml, in values and in keys', () => {
  const value = `  environments: {local: {service: {emulator: {world: "\${vars.x}.yaml"}}}}`;
  expect(checkProject(value).map(formatDiagnosticPlace)).toEqual(['interpolation 5:54']);
  const key = `  environments: {local: {service: {emulator: {world: w}}, templates: {"\${x}": 3f2a9c10-5b7e-4d61-8f0a-2c4e6a8b0d1f}}}`;
  expect(checkProject(key).map(formatDiagnosticPlace)).toEqual(['interpolation 5:71']);
});

it('takes what variables hold as it is', () => {
  const lines = `  environments: {local: {service: {emulator: {world: w}}, variables: {a: "\${x", b: "$\${y}"}}}`;
  expect(checkProject(lines)).toEqual([]);
});
