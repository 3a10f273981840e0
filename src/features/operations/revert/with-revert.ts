import type { ApprovedChange } from '../../../app/run/change-source.ts';
import { decideAccount } from '../../../engine/decide/decide-account.ts';
import { toDriftAddress } from '../../../engine/diff/check-drift-addresses.ts';
import { listDrift } from '../../../engine/diff/list-drift.ts';
import { findRestoration } from '../../../engine/observe/cycles/find-restoration.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import {
  fromManifest,
  type RunSource,
  type Selected,
  type Source,
  wholeAccount,
} from '../../../engine/observe/source.ts';
import { withCachedReads } from '../../../engine/observe/with-read-cache.ts';
import { type Run, selectRun } from '../../../engine/run/open-run.ts';
import { withWholeCycles } from '../../../engine/run/reads/with-whole-cycles.ts';
import { planRuns } from '../../../engine/running/plan-runs.ts';
import {
  type Address,
  type FieldPath,
  isRequested,
  toFieldAddress,
} from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { isDrift } from '../../../model/diff/outcome.ts';
import type { Part } from '../../../model/diff/part.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { checkBeside, checkRevert, type RevertRequest } from './check-revert.ts';
import { isLeft, type Left, listLeft, selectMeant, toNotice } from './list-left.ts';
import { withBaseline } from './with-baseline.ts';

/** Reverts the approved drift; some of it may be reverted already. */
export const approvedRevert: ApprovedChange = {
  command: 'apply',
  narrow: async (run, _, { reverts = [] }) => withRevert(run, { addresses: reverts, isNew: false }),
};

/** Narrows a run to a revert, and to named accounts if any. */
export function withRevert(run: Run, revert: RevertRequest): Run {
  const selected = selectRun(withWholeCycles(run), revert.addresses);
  return { ...selected, source: makeRevertSource(revert) };
}

/** Git, of which a run restores what others changed. */
function makeRevertSource(revert: RevertRequest): RunSource {
  return {
    isOfManifests: true,
    open: (entry) => ({
      source: withOpenChanges(fromManifest(entry), revert.addresses),
      scope: { select: (diff) => selectDrift(diff, revert) },
    }),
    resume: makeRemainder,
  };
}

// Compares the account to know the unmanaged changes, because only those need their baseline. The
// rest of the observation uses the same reads.
function withOpenChanges(source: Source, addresses: readonly Address[]): Source {
  return async (context) => {
    const reads = withCachedReads(context);
    const observation = await observeAccount({ ...context, ...reads, wholeCycles: 'all' }, source);
    const meant =
      observation.kind === 'observed'
        ? selectMeant(observation.diff, addresses)
            .filter((change) => findRestoration(observation.diff, change).kind === 'value')
            .map(toDriftAddress)
        : [];
    const sourced = await withBaseline(source, new Set(meant))(context);
    return sourced.kind === 'refused' ? sourced : { ...sourced, reads };
  };
}

// Restores the approved part again, because what is restored already is no drift any more.
function makeRemainder(plan: AccountPlan): RunSource {
  const part = toApprovedPart(plan);
  const members = [...part.fields].flatMap(([address, paths]) =>
    [...paths].map((path) => toFieldAddress(address, path)),
  );
  const manifest = (entry: AccountEntry) =>
    fromManifest(entry, (desired) => ({ kind: 'sourced', desired, part }));
  return {
    open: (entry) => ({
      source: withBaseline(manifest(entry), new Set(members)),
      scope: wholeAccount,
    }),
    resume: makeRemainder,
  };
}

function selectDrift(diff: AccountDiff, revert: RevertRequest): Selected {
  const left = listLeft(diff, revert.addresses);
  const part = selectReverted(diff, revert.addresses, left);
  const reverted = planRuns(decideAccount({ ...diff, part }));
  const diagnostics = [
    ...checkRevert(diff, { part, left }, revert),
    ...checkBeside(diff, reverted),
  ];
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

/**
 * Selects the drift of an account to revert, with drifted fields that travel in the same request.
 */
function selectReverted(
  diff: AccountDiff,
  addresses: readonly Address[],
  left: readonly Left[],
): Part {
  const drift = listDrift(diff).filter(
    (item) => item.kind !== 'unmanaged' && !isLeft(left, toDriftAddress(item)),
  );
  const objects = new Set<Address>();
  const fields = new Map<Address, Set<FieldPath>>();
  for (const { address, path } of drift) {
    if (path === null) {
      if (isRequested(addresses, address)) objects.add(address);
    } else if (isRequested(addresses, toFieldAddress(address, path))) {
      fields.set(address, (fields.get(address) ?? new Set()).add(path));
    }
  }
  for (const { address, kind, fields: compared } of [
    diff.account,
    ...diff.connectors,
    ...diff.cycles,
  ]) {
    const own = fields.get(address);
    if (own === undefined) continue;
    const companions = [...own].flatMap(
      (path): readonly string[] => findFieldRow(kind, path).needsWith,
    );
    for (const field of compared) {
      const isFree = !isLeft(left, toFieldAddress(address, field.path));
      if (isDrift(field) && isFree && companions.includes(field.path)) own.add(field.path);
    }
  }
  return { values: 'git', objects, fields, notices: left.map(toNotice) };
}
