import { describe, expect, it } from 'vitest';
import { formatDiagnosticPlace } from '../../support/values/check-account.ts';
import { checkProject } from '../../support/values/check-project.ts';

const environment = (...parts: string[]) =>
  checkProject('  environments:', `    prod: {${parts.join(', ')}}`);
const service = 'service: {emulator: {world: world.yaml}}';
const remote = (url: string, token = 'token: {accessToken: {env: TOKEN}}') =>
  environment(`service: {baseUrl: "${url}", ${token}}`);

describe('The diagnostics of a project', () => {
  it('may have an environment of either kind', () => {
    expect(environment(service)).toEqual([]);
    expect(remote('https://api.example.com/base')).toEqual([]);
    expect(remote('http://localhost:4010')).toEqual([]);
    expect(remote('http://[::1]:4010/v1')).toEqual([]);
    expect(
      remote('https://x', 'token: {clientId: me, clientSecret: {file: secrets/client}}'),
    ).toEqual([]);
  });

  it.each([
    'http://api.example.com',
    'http://localhost.example.com',
    'https://example.com?x=1',
    'ftp://example.com',
    'example.com',
  ])('sends no token to %s', (url) => {
    expect(remote(url).map(formatDiagnosticPlace)).toEqual(['wrong-value 6:31']);
  });

  it.each(['https://user:hunter2@example.com', 'http://localhost:80@example.com'])(
    'shows nothing of an address with a user name before its host',
    (url) => {
      const diagnostics = remote(url);
      expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['secret-literal 6:31']);
      expect(diagnostics).toMatchObject([
        { masked: true, remedy: expect.stringContaining('token') },
      ]);
      expect(JSON.stringify(diagnostics)).not.toContain('@');
    },
  );

  it('is led to its own schema, not to that of accounts', () => {
    expect(environment(service, 'protect: {maxDeletes: -1}')).toMatchObject([
      { remedy: 'Correct the value; run cyclectl schema project for the description of the key.' },
    ]);
    expect(remote('ftp://example.com')).toMatchObject([
      { remedy: 'Write a URL such as https://api.example.com/v1.' },
    ]);
  });

  it('takes no secret as text and shows none', () => {
    const diagnostics = remote('https://x', 'token: {clientId: me, clientSecret: hunter2}');
    expect(diagnostics).toMatchObject([{ code: 'secret-literal', masked: true }]);
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it('takes client credentials or a token, not both', () => {
    const token = 'token: {accessToken: {env: A}, clientId: me}';
    expect(remote('https://x', token).map(({ code }) => code)).toEqual(['unknown-key']);
  });

  it.each(['../accounts', '/accounts', 'a/../../b', '..', '.\\..\\x'])(
    'reads no manifests from %s',
    (folder) => {
      const diagnostics = checkProject(
        `  manifests: ['${folder}']`,
        `  environments: {local: {${service}}}`,
      );
      expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['wrong-value 5:15']);
    },
  );

  it('wants a unit with every duration', () => {
    const diagnostics = environment(service, 'limits: {requestTimeout: 30, drainTimeout: 10min}');
    expect(diagnostics.map(({ code }) => code)).toEqual(['wrong-type', 'wrong-value']);
    expect(diagnostics[1]?.remedy).toBe('Write a duration such as 30s.');
  });

  it.each([
    ['requestsPerSecond: .inf', 'is not a finite number; it must be a number'],
    ['reserve: 10.5', 'is 10.5; it must be a whole number'],
    ['reserve: 10%', 'is text; it must be a whole number'],
  ])('says what is wrong with a number: %s', (limit, words) => {
    const [wrong] = environment(service, `limits: {${limit}}`);
    expect(wrong?.summary).toContain(words);
    expect(wrong?.remedy).toMatch(/^Write a (?:whole )?number, without quotes or a unit\.$/);
  });

  it('gives variables that are text, numbers, true or false, by names of letters and digits', () => {
    expect(
      environment(service, 'variables: {a: b, batchSize2: 500, share: 1.5, dry: true}'),
    ).toEqual([]);
    const wrong = environment(service, 'variables: {a: [b], b: null, app_url: x, c: {env: D}}');
    expect(wrong.map(({ code }) => code).sort()).toEqual([
      'null-not-allowed',
      'wrong-type',
      'wrong-type',
      'wrong-value',
    ]);
  });

  it('wants at least one environment', () => {
    expect(checkProject('  environments: {}').map(formatDiagnosticPlace)).toEqual([
      'wrong-value 5:17',
    ]);
  });
});
