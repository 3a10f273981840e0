import { expect, it } from 'vitest';
import { judgeAccount, nameDiagnostic, writeCycle, writeSpec } from '../../judge-account.ts';
import { judgeProject } from '../../judge-project.ts';

it('refuses text that is kept for interpolation, wherever it stands', () => {
  const text = writeCycle(
    `displayName: \${account.id}`,
    `tags: ["a", "x $\${y}"]`,
    `variables: {a: "\${vars.a}", "\${b}": c}`,
    `steps: {Write: {fields: {A: {expression: "{{x}} \${y}"}}}}`,
  );
  expect(judgeAccount(text).map(nameDiagnostic)).toEqual([
    'interpolation 9:20',
    'interpolation 10:19',
    'interpolation 11:22',
    'interpolation 11:35',
    'interpolation 12:48',
  ]);
});

it('refuses it in the project too', () => {
  const lines = `  environments: {local: {service: {emulator: {world: "\${x}.yaml"}}}}`;
  expect(judgeProject(lines).map(nameDiagnostic)).toEqual(['interpolation 5:54']);
});

it('takes a dollar and braces that stand apart', () => {
  expect(judgeAccount(writeSpec('displayName: "$ {a} $5 {"'))).toEqual([]);
});
