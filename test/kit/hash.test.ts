import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startHash, toHash, toKeyedHash } from '../../src/kit/hash.ts';

it('hashes text as SHA-256 does, and under a key as HMAC does', () => {
  expect(toHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  // RFC 4231, test case 2.
  expect(toKeyedHash(createSecretKey('Jefe', 'utf8'), 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

it('gives the same for a text in pieces as for the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
      const hash = startHash();
      for (const piece of pieces) hash.add(piece);
      expect(hash.end()).toBe(toHash(pieces.join('')));
    }),
  );
});
