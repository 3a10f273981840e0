import { expect, it } from 'vitest';
import {
  checkAccount,
  formatCycle,
  formatDiagnosticPlace,
  formatSpec,
} from '../../../../support/values/check-account.ts';

const accessKey = 'AKIAIOSFODNN7EXAMPLE';
const head = ['connectors:', '  s3:', '    connector: {name: Files}'];

it.each([
  accessKey,
  accessKey.replace('AKIA', 'ASIA'),
  `key ${accessKey}, read only`,
  '-----BEGIN RSA PRIVATE KEY-----',
  `ghp_${'a1'.repeat(18)}`,
])('warns of %s as a property', (value) => {
  const diagnostics = checkAccount(formatSpec(...head, `    properties: {region: "${value}"}`));
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['looks-like-secret 9:28']);
  expect(diagnostics).toMatchObject([
    {
      severity: 'warning',
      masked: true,
      summary: 'region looks like a secret in plain text',
    },
  ]);
  expect(JSON.stringify(diagnostics.map(({ summary, remedy }) => [summary, remedy]))).not.toContain(
    value,
  );
});

it('warns of one in a mapping, an expression, a variable, a tag and a description', () => {
  const text = formatCycle(
    `variables: {region: ${accessKey}}`,
    `tags: [${accessKey}]`,
    'steps:',
    '  Write:',
    `    parameters: {a: ${accessKey}, b: {expression: "{{x}} ${accessKey}"}}`,
  );
  const diagnostics = checkAccount(`${text}  description: ${accessKey}\n`);
  expect(diagnostics.map(({ summary }) => summary.split(' ')[0])).toEqual([
    'region',
    'tags',
    'a',
    'b',
    'description',
  ]);
});

it.each(['AKIA', 'AKIAIOSFODNN7EXAMPL', 'region-1', 'sk-a-word-that-is-long-enough', 'eyJ'])(
  'says nothing of %s',
  (value) => {
    expect(checkAccount(formatSpec(...head, `    properties: {region: ${value}}`))).toEqual([]);
  },
);
