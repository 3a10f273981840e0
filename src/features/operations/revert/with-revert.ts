import type { ApprovedChange } from '../../../app/run/change-source.ts';
import type { Run } from '../../../engine/run/make-plan.ts';
import { listAccountKeys } from '../../../model/address.ts';
import type { RevertRequest } from './check-revert.ts';
import { makeRevertSource } from './make-revert-source.ts';

/** Reverts the approved drift; some of it may be reverted already. */
export const approvedRevert: ApprovedChange = {
  command: 'apply',
  narrow: async (run, _, { reverts = [] }) => withRevert(run, { addresses: reverts, isNew: false }),
};

/** Narrows a run to a revert, and to named accounts if any. */
export function withRevert(run: Run, revert: RevertRequest): Run {
  const named = listAccountKeys(revert.addresses);
  const entries = named.size === 0 ? run.entries : run.entries.filter(({ key }) => named.has(key));
  return {
    ...run,
    source: makeRevertSource(revert),
    entries,
    named: named.size === 0 ? run.named : entries.length,
  };
}
