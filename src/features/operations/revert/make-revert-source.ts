import { decideAccount } from '../../../engine/decide/decide-account.ts';
import { fromManifest, type RunSource, type Selected } from '../../../engine/observe/source.ts';
import { planRuns } from '../../../engine/running/plan-runs.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { Part } from '../../../model/diff/part.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { checkBeside, checkRevert, type RevertRequest } from './check-revert.ts';
import { selectReverted } from './select-reverted.ts';

/** Git, of which a run restores what others changed. */
export function makeRevertSource(revert: RevertRequest): RunSource {
  return {
    open: (entry) => ({
      source: fromManifest(entry),
      scope: { select: (diff) => selectDrift(diff, revert) },
    }),
    resume: makeRemainder,
  };
}

// Restores the approved part again, because what is restored already is no drift any more.
function makeRemainder(plan: AccountPlan): RunSource {
  const part = toApprovedPart(plan);
  return {
    open: (entry) => ({
      source: fromManifest(entry, (desired) => ({ kind: 'sourced', desired, part })),
      scope: {},
    }),
    resume: makeRemainder,
  };
}

function selectDrift(diff: AccountDiff, revert: RevertRequest): Selected {
  const part = selectReverted(diff, revert.addresses);
  const reverted = planRuns(decideAccount({ ...diff, part }));
  const diagnostics = [...checkRevert(diff, part, revert), ...checkBeside(diff, reverted)];
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  return { kind: 'observed', diff: reverted };
}

function toApprovedPart({ changes }: AccountPlan): Part {
  return {
    values: 'git',
    objects: new Set(changes.flatMap(({ verb, address }) => (verb === 'create' ? [address] : []))),
    fields: new Map(
      changes.flatMap((change) =>
        change.verb === 'update'
          ? [[change.address, new Set(change.fields.map(({ path }) => path))] as const]
          : [],
      ),
    ),
    notices: [],
  };
}
