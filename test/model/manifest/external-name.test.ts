import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseOrigin,
  parseOrigins,
  parseVariables,
} from '../../../src/model/manifest/external-name.ts';
import { startCpuClock } from '../../kit/cpu-clock.ts';

function allows(text: string, name: string, parse = parseOrigins): boolean {
  const list = parse(text);
  if (!('allows' in list)) throw new Error(`${list.entry} is no entry`);
  return list.allows(name);
}

describe('Origins that the operator allows', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/v1.0/accounts?x=1#y'],
    ['https://api.example.com', 'https://API.example.com:443'],
    ['https://API.Example.com:443', 'https://api.example.com'],
    [' https://a.example , https://b.example,', 'https://b.example/'],
    ['http://127.0.0.1:*', 'http://127.0.0.1:40123'],
    ['http://[::1]:80', 'http://[0:0:0:0:0:0:0:1]/'],
    ['http://127.0.0.1', 'http://127.1'],
    ['https://*.example.com', 'https://eu.hooks.example.com/x'],
    ['https://*', 'https://anything.example/x'],
    ['*', 'http://anything.example:8080'],
  ])('"%s" takes %s', (text, address) => {
    expect(allows(text, address)).toBe(true);
  });

  it.each([
    ['https://api.example.com', 'http://api.example.com'],
    ['https://api.example.com', 'https://api.example.com:8443'],
    ['https://api.example.com', 'https://api.example.com.evil.example'],
    ['https://api.example.com', 'https://api.example.com@evil.example'],
    ['https://api.example.com', 'https://evil.example/https://api.example.com'],
    ['https://api.example.com', 'https://evil.example\\@api.example.com'],
    ['https://api.example.com', 'https://api.example.com\\.evil.example'],
    ['https://api.example.com', 'https://api.example.com\n.evil.example'],
    ['https://api.example.com', 'https://api.example.com.'],
    ['https://api.example.com', 'https://apiXexample.com'],
    ['https://api.example.com', 'https://аpi.example.com'],
    ['https://*.example.com', 'https://example.com'],
    ['https://*.example.com', 'https://evilexample.com'],
    ['https://*.example.com', 'https://x.example.com.evil.example'],
    ['https://*', 'http://anything.example'],
    ['http://127.0.0.1:80', 'http://127.0.0.1:8080'],
    ['https://*', 'https://*'],
    ['https://*.example.com', 'https://$(id).example.com'],
    ['https://*.example.com', 'https://a,b.example.com'],
    ['https://api.example.com', 'javascript:alert(1)'],
    ['https://api.example.com', ''],
  ])('"%s" does not take %s', (text, address) => {
    expect(allows(text, address)).toBe(false);
  });

  it.each([
    'api.example.com',
    'https://api.example.com/v1',
    'https://user@api.example.com',
    'https://a*.example.com',
    'https://api.*.com',
    'https://*.*.example.com',
    'ftp://api.example.com',
    'https://api.example.com:99999999',
    'https://(a+)+$',
  ])('%s is no entry, so that a slip does not look like a bound', (text) => {
    expect(parseOrigins(text)).toMatchObject({ entry: text });
  });

  it('take an origin when they are exactly that one, and no other that differs in a part', () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
    const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('.'));
    const origin = fc.tuple(
      fc.constantFrom('http', 'https'),
      host,
      fc.integer({ min: 1, max: 65535 }),
    );
    fc.assert(
      fc.property(origin, origin, (one, other) => {
        const write = ([scheme, name, port]: typeof one) => `${scheme}://${name}:${port}`;
        expect(allows(write(one), `${write(one)}/path`)).toBe(true);
        expect(allows(write(one), write(other))).toBe(
          normaliseOrigin(write(one)) === normaliseOrigin(write(other)),
        );
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it('are answered at once, whatever is asked', () => {
    const tookMs = startCpuClock();
    expect(allows('https://*.example.com', `https://${'a.'.repeat(1e6)}com`)).toBe(false);
    expect(parseOrigins(`https://${'a.'.repeat(1e6)}!`)).toHaveProperty('entry');
    expect(tookMs()).toBeLessThan(1000);
  });
});

describe('Variables that the operator allows', () => {
  it.each([
    ['SVC_CLIENT_SECRET', 'SVC_CLIENT_SECRET', true],
    ['SVC_CLIENT_SECRET', 'SVC_CLIENT_SECRET2', false],
    ['NORTHWIND_*', 'NORTHWIND_CRM_KEY', true],
    ['NORTHWIND_*', 'CONTOSO_CRM_KEY', false],
    ['NORTHWIND_*', 'northwind_key', false],
    ['A, B', 'B', true],
    ['*', 'ANYTHING', true],
  ])('"%s" and %s: %s', (text, name, is) => {
    expect(allows(text, name, parseVariables)).toBe(is);
  });

  it.each(['*_KEY', 'A*B', '$A', 'A B', 'A=1'])('%s is no entry', (text) => {
    expect(parseVariables(text)).toMatchObject({ entry: text });
  });
});

it('an origin is written in one way', () => {
  expect(normaliseOrigin('https://API.example.com:443/a')).toBe('https://api.example.com');
  expect(normaliseOrigin('http://localhost:4010/')).toBe('http://localhost:4010');
  expect(normaliseOrigin('https://a@b.example')).toBe(null);
});
