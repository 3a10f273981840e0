import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { toShownLive } from '../../model/fields/to-shown-value.ts';
import { findDeletable } from '../../model/observed/find-deletable.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { type Fingerprinter, findObject, listMoves } from '../../model/plan/expectation.ts';
import type { Move } from '../../model/plan/move.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';

/** A fresh read of an account, and its new plan. */
export type FreshObservation = {
  readonly plan: AccountPlan;
  readonly diff: AccountDiff;
  readonly fingerprint: Fingerprinter;
};

/**
 * Lists changes in the service since a plan: unmet expectations of its operations, and differences
 * that a fresh plan would write or report and this one did not.
 */
export function listLiveMoves(planned: AccountPlan, fresh: FreshObservation): readonly Move[] {
  const expected = planned.expects.flatMap((each) =>
    listMoves(each, findDeletable(fresh.diff, each.address), fresh.fingerprint),
  );
  // If the manifest changed too, the two plans do not show the earlier live values.
  const others =
    planned.desired === fresh.plan.desired
      ? [...listUnplanned(planned, fresh.plan), ...listManual(planned, fresh)]
      : [];
  return [...expected, ...others];
}

// A manual field that the plan did not report was in sync then.
function listManual(planned: AccountPlan, { plan, diff }: FreshObservation): Move[] {
  const reported = new Set(listLeft(planned).map(({ address, path }) => `${address}/${path}`));
  return listLeft(plan)
    .filter(({ address, path }) => !reported.has(`${address}/${path}`))
    .flatMap(({ address, path, wants }): Move[] => {
      const field = findObject(diff, address)?.fields.find((each) => each.path === path);
      const is = field === undefined ? null : toShownLive(field);
      return is === null || is.kind === 'unknown' ? [] : [{ address, path, was: wants, is }];
    });
}

function listLeft({ notices }: AccountPlan) {
  return notices.filter((notice) => notice.kind === 'by-hand');
}

// A field without an operation was in sync, so it had the desired value.
function listUnplanned(planned: AccountPlan, fresh: AccountPlan): Move[] {
  const known = new Set(planned.expects.map(({ address }) => address));
  const reported = new Set<string>(
    planned.changes.flatMap((change) =>
      'fields' in change ? change.fields.map(({ path }) => `${change.address}/${path}`) : [],
    ),
  );
  return fresh.changes.flatMap((change): Move[] => {
    const { address } = change;
    if (change.verb === 'create' && !known.has(address)) {
      return [{ address, path: null, was: { kind: 'there', id: null }, is: { kind: 'absent' } }];
    }
    if (change.verb !== 'update') return [];
    return change.fields
      .filter(({ path, moved }) => !reported.has(`${address}/${path}`) && isByLive(moved))
      .map(({ path, before, after, secret }) =>
        secret
          ? { address, path, was: hidden, is: hidden }
          : { address, path, was: after, is: before },
      );
  });
}

const hidden = { kind: 'secret', from: null } as const;

function isByLive(moved: FieldChange['moved']): boolean {
  return moved === 'live' || moved === 'both' || moved === 'unknown';
}
