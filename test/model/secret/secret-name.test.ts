import { expect, it } from 'vitest';
import { isSecretText } from '../../../src/model/secret/secret-name.ts';
import { startCpuClock } from '../../kit/cpu-clock.ts';

it.each([
  'password=hunter2hunter2',
  'Server=x;User Id=sa;Password=Secr3t!;',
  'host=db port=5432 pwd = hunter2x',
  'token dXNlcjpwYXNzd29yZA==',
  'token dXNlcjpwYXNz',
  'Authorization: Basic dXNlcjpwYXNzd29yZA==',
  'Bearer of-a-hand-in-the-console',
  'Bearer abc123def456',
  'curl -H "Authorization: Bearer q1w2e3r4t5"',
  'https://example.com/?access_token=q1w2e3r4t5y6',
  'AccountName=acme;AccountKey=Zm9vYmFyYmF6cXV4;EndpointSuffix=core',
  '{"client_secret": "q1w2e3r4t5"}',
  'password: hunter2hunter2',
  'https://me:word@example.com/',
  'glpat-0123456789abcdefghij',
  'sk_live_0123456789abcdefXYZ',
  '-----BEGIN RSA PRIVATE KEY-----',
])('recognizes a secret by its look in %s', (text) => {
  expect(isSecretText(text)).toBe(true);
});

it.each([
  'The password is kept in the vault.',
  'Reset your password: click here.',
  'Password: see the vault',
  `password=\${vars.word}`,
  'password={{Get contact Contact.Token}}',
  'Password=Contact.Password',
  'Password=',
  'passwordRequired=true',
  'password=true',
  'nextPageToken=next',
  'token=page2',
  'token bucket of 10 requests',
  'Basic synchronisation of contacts',
  'Basic plan',
  'Bearer of good news',
  'A secret: nobody reads this',
  'tokens: 500',
  'https://example.com/token/refresh',
  'GET /oauth/token HTTP/1.1',
  'password <> null',
  'Contact.Email',
])('takes %s for no secret', (text) => {
  expect(isSecretText(text)).toBe(false);
});

it('is quick where a text is long and almost one', () => {
  const long = ['password '.repeat(20_000), 'token='.repeat(20_000), `pwd${' '.repeat(50_000)}`];
  const tookMs = startCpuClock();
  for (const text of long) isSecretText(text);
  expect(tookMs()).toBeLessThan(2000);
});
