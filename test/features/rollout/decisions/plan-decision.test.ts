import { expect, it } from 'vitest';
import { planApproval } from '../../../../src/features/rollout/decisions/plan-decision.ts';
import type { Rollout } from '../../../../src/model/state/rollout.ts';

it('says that there is no wave of a name also where no wave waits', () => {
  const latest = { waves: [{ name: 'pilot', accounts: 1 }], state: 'stopped' } as const;
  const words = { reason: 'seen', wave: 'zzz', now: '2026-12-01T00:00:00Z' };
  expect(planApproval(latest as unknown as Rollout, [], words)).toMatchObject({
    why: 'there is no wave zzz; the latest rollout is stopped',
  });
});
