import { describe, expect, it } from 'vitest';
import {
  classifyPromoted,
  type EnvironmentMapping,
} from '../../../../src/model/report/advice/environment-mapping.ts';
import { KnownSecrets } from '../../../../src/model/secret/known-secrets.ts';
import { startCpuClock } from '../../../kit/cpu-clock.ts';
import { fingerprint } from '../../../support/values/make-field-diff.ts';

const mapping: EnvironmentMapping = {
  from: 'staging',
  to: 'prod',
  variables: { from: new Map(), to: new Map() },
};
const secrets = new KnownSecrets({
  texts: [],
  prints: [fingerprint('Qx7-blue-horse')],
  print: fingerprint,
});

function redirect(text: string): string {
  return classifyPromoted(text, mapping, { id: 'northwind-test', secrets }).kind;
}

it('checks a long text quickly that is almost an address', () => {
  const tookMs = startCpuClock();
  for (const part of ['a-', 'a.', 'aA1', 'a:', '//a', '1']) redirect(part.repeat(50_000));
  expect(tookMs()).toBeLessThan(4000);
});

describe('A text that would be carried', () => {
  it.each([
    'Qx7-blue-horse',
    'key=Qx7-blue-horse',
    'password=hunter2hunter2',
    'Server=x;User Id=sa;Password=Secr3t!;',
    'token dXNlcjpwYXNzd29yZA==',
    'https://hooks.example.com/?key=1',
    'aB3aB3aB3aB3aB3aB3aB3aB3',
  ])('is a credential as %s', (text) => {
    expect(redirect(text)).toBe('credential');
  });

  it.each([
    'server=db.staging.internal;port=1433',
    'staging.example.com/path',
    'see staging.example.com.',
    '//fileserver/share',
    '\\\\fileserver\\share',
    'db01:5432',
    'sql-prod:1433,sql-test:1433',
    'redis:6379',
    'ftp.acme-staging.com.',
    'files.acme.de',
    'FILES.ACME.COM',
    'fe80::1',
    '2001:db8:0:1::7',
    '10.0.0.7',
    'reach 10.0.0.7.',
    'https://intranet/x',
    'localhost',
    '500017834512',
    'customer 500017834512',
    '900150983cd24fb0',
    '4f0c2a1e-9d3b-4c5d-8e6f-0a1b2c3d4e5f',
    '0015g00000A1bCdEAJ',
  ])('is reported to be of one environment as %s', (text) => {
    expect(redirect(text)).toBe('bound');
  });

  it.each([
    'contacts',
    'Version 1.2.3',
    'v1.2.3.4',
    '10.0.19041',
    'Ends here. Next sentence begins.',
    'e.g. this, i.e. that, etc.',
    'Contact.Email',
    'contact.id',
    'Order.Lines.Net',
    'System.IO',
    '{{"Get contact" "Contact.Email"}}',
    '{{10a11d95-bf04-4832-91b5-30838aaa104a 23633}}',
    'report.csv',
    'main.py',
    'index.ts and README.md',
    '12:30',
    '2024-01-31T12:30:15Z',
    'at 08:00, 12:30:15',
    'Step: 1000',
    'year:2024',
    'ratio 16:9',
    'std::string',
    'add::bad',
    '// a comment',
    'and/or',
    'name@example.com',
    '20240131',
    '+4915112345678',
    '0.3333333333333',
    'deadbeef',
    'application/json; charset=utf-8',
    'text/html;q=0.9',
    '#ff00aa',
  ])('is carried without a word as %s', (text) => {
    expect(redirect(text)).toBe('plain');
  });
});
