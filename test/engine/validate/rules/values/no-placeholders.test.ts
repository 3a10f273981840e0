import { expect, it } from 'vitest';
import { nameDiagnostic } from '../../../../support/values/judge-account.ts';
import { judgeProject } from '../../../../support/values/judge-project.ts';

it('refuses placeholders in cyclectl.yaml, in values and in keys', () => {
  const value = `  environments: {local: {service: {emulator: {world: "\${vars.x}.yaml"}}}}`;
  expect(judgeProject(value).map(nameDiagnostic)).toEqual(['interpolation 5:54']);
  const key = `  environments: {local: {service: {emulator: {world: w}}, templates: {"\${x}": 3f2a9c10-5b7e-4d61-8f0a-2c4e6a8b0d1f}}}`;
  expect(judgeProject(key).map(nameDiagnostic)).toEqual(['interpolation 5:71']);
});

it('takes what variables hold as it is', () => {
  const lines = `  environments: {local: {service: {emulator: {world: w}}, variables: {a: "\${x", b: "$\${y}"}}}`;
  expect(judgeProject(lines)).toEqual([]);
});
