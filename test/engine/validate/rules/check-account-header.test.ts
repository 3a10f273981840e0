import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/model/diagnostic/diagnostic.ts';
import { formatDiagnosticPlace } from '../../../support/values/check-account.ts';
import { checkProject } from '../../../support/values/check-project.ts';

function check(header: string): readonly Diagnostic[] {
  const token = 'token: {accessToken: {env: TOKEN}}';
  const url = 'baseUrl: https://api.example.com';
  return checkProject(
    `  environments: {prod: {service: {${url}, ${token}, accountHeader: ${header}}}}`,
  );
}

it.each(['X-Service-Account', 'X-Account', 'Account'])('a name such as %s is taken', (header) => {
  expect(check(header)).toEqual([]);
});

it.each(['Authorization', 'host', 'Cookie', 'Content-Length', 'X-Forwarded-Host', 'connection'])(
  'refuses %s, which says something else',
  (header) => {
    expect(check(header).map(formatDiagnosticPlace)).toEqual(['header-not-allowed 5:120']);
  },
);

it.each([`"X-A\\r\\nX-B"`, `"X-A: b"`, `"X A"`, `""`])('leaves %s to the schema', (header) => {
  expect(check(header).map(({ code }) => code)).toEqual(['wrong-value']);
});
