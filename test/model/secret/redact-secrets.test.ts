import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactSecrets } from '../../../src/model/secret/redact-secrets.ts';

it('strikes secrets that lie in each other or overlap, whichever comes first', () => {
  const text = 'refused: abcdef, t, and a-text';
  const secrets = ['t', 'abcd', 'cdef', 'a-text'];
  const struck = 'refused: [secret], [secret], and [secret]';
  expect(redactSecrets(text, secrets)).toBe(struck);
  expect(redactSecrets(text, secrets.toReversed())).toBe(struck);
});

it('strikes each of many secrets whole, though others be a letter of it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '"', '/'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 300 }), fc.nat(), (secrets, at) => {
      const secret = secrets[at % secrets.length] ?? '';
      const struck = redactSecrets(`<${secret}> ${JSON.stringify(secret)}`, secrets);
      const left = struck.replaceAll('[secret]', '·');
      expect(secrets.filter((each) => left.includes(each))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
