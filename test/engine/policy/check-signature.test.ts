import { expect, it } from 'vitest';
import { checkPlanSaved, checkSignature } from '../../../src/engine/policy/check-signature.ts';

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

it('refuses an apply without a saved plan where the environment says so, and nowhere else', () => {
  const run = { environment: 'prod', instead: ['plan it', 'apply it'] as const };
  expect(checkPlanSaved({ savedPlanOnly: false }, run)).toEqual([]);
  expect(checkPlanSaved({ savedPlanOnly: true }, run)).toMatchObject([
    { code: 'saved-plan-only', remedy: expect.stringMatching(/plan it, .*apply it$/) },
  ]);
});
