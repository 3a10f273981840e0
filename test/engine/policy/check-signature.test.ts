import { expect, it } from 'vitest';
import { checkSignature } from '../../../src/engine/policy/check-signature.ts';

it('distinguishes a signature with another key from one of another text', () => {
  expect(checkSignature('whole')).toEqual([]);
  expect(checkSignature('other-key')).toMatchObject([{ summary: /another key/ }].map(toMatching));
  expect(checkSignature('broken')).toMatchObject(
    [{ summary: /its signature does not match/ }].map(toMatching),
  );
});

function toMatching({ summary }: { readonly summary: RegExp }) {
  return { code: 'plan-seal', summary: expect.stringMatching(summary) };
}
