import { expect, it } from 'vitest';
import { judgeUnsaved } from '../../../src/engine/policy/judge-unsaved.ts';

it('refuses an apply without a saved plan where the environment says so, and nowhere else', () => {
  const run = { environment: 'prod', instead: ['plan it', 'apply it'] as const };
  expect(judgeUnsaved({ savedPlanOnly: false }, run)).toEqual([]);
  expect(judgeUnsaved({ savedPlanOnly: true }, run)).toMatchObject([
    { code: 'saved-plan-only', remedy: expect.stringMatching(/plan it, .*apply it$/) },
  ]);
});
