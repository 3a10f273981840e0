import { expect, it } from 'vitest';
import { judgeSeal } from '../../../src/engine/policy/judge-seal.ts';

it('tells a seal of another key from one of another text', () => {
  expect(judgeSeal('whole')).toEqual([]);
  expect(judgeSeal('other-key')).toMatchObject([{ summary: /another key/ }].map(toMatching));
  expect(judgeSeal('broken')).toMatchObject([{ summary: /another text/ }].map(toMatching));
});

function toMatching({ summary }: { readonly summary: RegExp }) {
  return { code: 'plan-seal', summary: expect.stringMatching(summary) };
}
