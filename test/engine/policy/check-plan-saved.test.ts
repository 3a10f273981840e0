import { expect, it } from 'vitest';
import { checkPlanSaved } from '../../../src/engine/policy/check-plan-saved.ts';

it('refuses an apply without a saved plan where the environment says so, and nowhere else', () => {
  const run = { environment: 'prod', instead: ['plan it', 'apply it'] as const };
  expect(checkPlanSaved({ savedPlanOnly: false }, run)).toEqual([]);
  expect(checkPlanSaved({ savedPlanOnly: true }, run)).toMatchObject([
    { code: 'saved-plan-only', remedy: expect.stringMatching(/plan it, .*apply it$/) },
  ]);
});
