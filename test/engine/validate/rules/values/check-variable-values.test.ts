import { expect, it } from 'vitest';
import { formatDiagnosticPlace } from '../../../../support/values/check-account.ts';
import { checkProject } from '../../../../support/values/check-project.ts';

const check = (...variables: readonly string[]) =>
  checkProject(
    '  environments:',
    '    local:',
    '      service: {emulator: {world: w}}',
    '      variables:',
    ...variables.map((line) => `        ${line}`),
  );

it.each([
  'apiKey: CANARY-1',
  'smtpPassword: 471199',
  'dbUrl: "postgres://user:CANARY-2@db.example.com/x"',
  'header: Bearer CANARY-3',
  'pem: "-----BEGIN RSA PRIVATE KEY-----"',
  'theirs: ghp_0123456789abcdefABCDEF0123456789abcd',
  'session: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln',
])('refuses what looks like a secret, and hides its line: %s', (line) => {
  const diagnostics = check(line);
  expect(diagnostics.map(({ code, masked }) => [code, masked])).toEqual([['secret-literal', true]]);
  expect(JSON.stringify(diagnostics)).not.toContain('CANARY');
  expect(diagnostics[0]?.remedy).toContain('{env: NAME}');
});

it('takes a public address and a switch, whatever they are called', () => {
  expect(check('tokenUrl: https://auth.example.com/token', 'hasTokens: true')).toEqual([]);
});

it('wants numbers in the form in which they are sent as text', () => {
  const lines = ['a: 0022', 'b: 1.0', 'c: 1e3', 'd: 0x1F', 'e: 1234567890123456'];
  const diagnostics = check(...lines, 'f: 500', 'g: -1.5', 'h: "0022"');
  expect(diagnostics.map(formatDiagnosticPlace)).toEqual(
    [9, 10, 11, 12, 13].map((line) => `number-form ${line}:12`),
  );
  expect(diagnostics[0]?.remedy).toContain('a: "0022"');
});

it('warns of a placeholder in a variable, which is taken as it is', () => {
  const diagnostics = check(
    `a: "https://\${vars.host}/x"`,
    `b: "\${other}"`,
    `c: "$\${vars.host}"`,
  );
  expect(diagnostics.map(({ severity, at }) => [severity, at?.line])).toEqual([['warning', 9]]);
});
