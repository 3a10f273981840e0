import { narrowToRevert } from '../../../engine/diff/exclude/narrow-to-revert.ts';
import type { Narrowed, Source } from '../../../engine/observe/source.ts';
import type { Reverting, RevertPart } from '../../../model/desired/scope/revert.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { findReverted } from './find-reverted.ts';
import { judgeRevert } from './judge-revert.ts';

/** What Git says of that alone which others moved. */
export function makeRevertSource(revert: Reverting): Source {
  return {
    resolve: (desired) => desired,
    narrow: (diff) => narrow(diff, revert),
    resume: (plan) => makePartSource(toApprovedPart(plan)),
  };
}

// What of a revert is back already is no drift any more, and what was begun of it is still to be ended.
function makePartSource(revert: RevertPart): Source {
  return {
    resolve: (desired) => ({ ...desired, revert }),
    narrow: (diff) => ({ kind: 'seen', diff }),
    resume: (plan) => makePartSource(toApprovedPart(plan)),
  };
}

function narrow(diff: AccountDiff, revert: Reverting): Narrowed {
  const part = findReverted(diff, revert.addresses);
  const diagnostics = judgeRevert(diff, part, revert);
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  const desired = { ...diff.desired, revert: part };
  return { kind: 'seen', diff: narrowToRevert({ ...diff, desired }) };
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
