import { emptySummary } from '../../../src/engine/plan/add-to-summary.ts';
import type { DraftRollout } from '../../../src/features/rollout/waves/format-sealed.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Change } from '../../../src/model/plan/change.ts';
import { noChoices } from '../../../src/model/plan/plan.ts';
import { accountPlan } from './make-plan.ts';

/** A rollout of one account in one wave, before it is signed. */
export const draftRollout: DraftRollout = {
  id: 'r',
  fleet: 'customers',
  revision: 'b',
  from: 'a',
  openedAt: '2026-11-28T12:00:00Z',
  waves: [{ name: 'pilot', accounts: 1 }],
  budget: { kind: 'count', most: 0 },
  approved: { options: noChoices, summary: emptySummary },
};

/** The delete of the cycle `sync` of an account. */
export function deleteCycle(account: string): Change {
  return {
    verb: 'delete',
    address: `${account}/cycles/sync` as Address,
    kind: 'cycle',
    name: 'Sync',
    impact: 'destroys',
    reasons: [],
    at: null,
    remoteId: accountPlan(account).id as never,
  };
}
