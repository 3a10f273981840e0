import { decideAccount } from '../../../engine/decide/decide-account.ts';
import type { DesiredSource, SelectedDiff } from '../../../engine/observe/desired-source.ts';
import type { RevertPart, RevertRequest } from '../../../model/desired/scope/revert.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { checkRevert } from './check-revert.ts';
import { selectReverted } from './select-reverted.ts';

/** Narrows the desired state to drift. */
export function makeRevertSource(revert: RevertRequest): DesiredSource {
  return {
    resolve: (desired) => desired,
    select: (diff) => selectRevertPart(diff, revert),
    resume: (plan) => makePartSource(toApprovedPart(plan)),
  };
}

// Finishes unfinished parts of a revert, and skips reverted ones, because those are no drift any
// more.
function makePartSource(revert: RevertPart): DesiredSource {
  return {
    resolve: (desired) => ({ ...desired, revert }),
    select: (diff) => ({ kind: 'observed', diff }),
    resume: (plan) => makePartSource(toApprovedPart(plan)),
  };
}

function selectRevertPart(diff: AccountDiff, revert: RevertRequest): SelectedDiff {
  const part = selectReverted(diff, revert.addresses);
  const diagnostics = checkRevert(diff, part, revert);
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  const desired = { ...diff.desired, revert: part };
  return { kind: 'observed', diff: decideAccount({ ...diff, desired }) };
}

function toApprovedPart({ changes }: AccountPlan): RevertPart {
  return {
    made: new Set(changes.flatMap(({ verb, address }) => (verb === 'create' ? [address] : []))),
    fields: new Map(
      changes.flatMap((change) =>
        change.verb === 'update'
          ? [[change.address, new Set(change.fields.map(({ path }) => path))] as const]
          : [],
      ),
    ),
  };
}
