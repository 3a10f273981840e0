import { expect, it } from 'vitest';
import { KnownSecrets } from '../../../src/model/secret/known-secrets.ts';
import { fingerprint } from '../../support/values/make-field-diff.ts';

const secret = 'Qx7-blue-horse-battery';
const known = new KnownSecrets({
  texts: ['marked-by-them', 'abc'],
  prints: [fingerprint(secret)],
  print: fingerprint,
});

it.each([
  secret,
  `with ${secret}`,
  `key=${secret}`,
  `{"key":"${secret}"}`,
  'marked-by-them',
  'wholly-marked-by-them!',
  'abc',
])('detects that %s contains a secret', (text) => {
  expect(known.isIn(text)).toBe(true);
});

it.each(['', 'abcd', 'Qx7-blue-horse', 'marked by them'])(
  'detects that "%s" contains none',
  (text) => {
    expect(known.isIn(text)).toBe(false);
  },
);

it('looks into all texts of a value, and at their names', () => {
  expect(known.areIn({ kind: 'value', value: `key=${secret}` })).toBe(true);
  expect(known.areIn(['one', secret])).toBe(true);
  expect(known.areIn({ [secret]: 1 })).toBe(true);
  expect(known.areIn([null, 7, { kind: 'value', value: 'plain' }])).toBe(false);
});
