import { expect, it } from 'vitest';
import { KnownSecrets, listPieces } from '../../../src/model/secret/known-secrets.ts';
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

it('redacts them word by word, and addresses, so that other words stay', () => {
  expect(known.redact(`Get contact: The key "${secret}" is not valid.`)).toBe(
    'Get contact: The key [secret] is not valid.',
  );
  expect(known.redact('401 from https://ann:pass@crm.example/contacts?api_key=1')).toBe(
    '401 from https://[secret]@crm.example/contacts?api_key=[secret]',
  );
  expect(known.redact('Get contact: Not found.')).toBe('Get contact: Not found.');
});

it('redacts all of a text with one of several words', () => {
  const prints = [fingerprint('two words of it')];
  const spread = new KnownSecrets({ texts: [], prints, print: fingerprint });
  expect(spread.redact('Write file: two words of it')).toBe('[secret]');
});

it('looks into all texts of a value, and at their names', () => {
  expect(known.areIn({ kind: 'value', value: `key=${secret}` })).toBe(true);
  expect(known.areIn(['one', secret])).toBe(true);
  expect(known.areIn({ [secret]: 1 })).toBe(true);
  expect(known.areIn([null, 7, { kind: 'value', value: 'plain' }])).toBe(false);
});

it.each([
  'Qx7-blue-horse-battery',
  'a/b+c=d/e==',
  'pa=ss:word',
  'word1 word2',
  'ä.ö_ü',
  '(odd);secret',
])('finds %s wherever it is put into a text', (secret) => {
  for (const text of [
    secret,
    `with ${secret}`,
    `key=${secret}`,
    `"key": "${secret}",`,
    `Server=x;Password=${secret};`,
    `https://me:${secret}@host/`,
    `It is ${secret}.`,
    `${secret}\n`,
    `(${secret})`,
  ]) {
    expect([...listPieces(text)], text).toContain(secret);
  }
});

it('finds a piece at the end of a long text, and gives no more pieces than it may', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
  expect([...listPieces(`${words} key=Qx7-blue-horse.`)]).toContain('Qx7-blue-horse');
  expect([...listPieces('a1.b2-c3/d4 '.repeat(50_000))].length).toBeLessThan(25_000);
  expect([...listPieces('. '.repeat(100_000))].length).toBeLessThan(25_000);
});
