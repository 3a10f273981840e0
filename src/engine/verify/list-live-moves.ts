import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { toShownLive } from '../../model/fields/to-shown-value.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { type Fingerprinter, findObject, listMoves } from '../../model/plan/expectation.ts';
import type { Move } from '../../model/plan/move.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';

/** What a fresh look at an account found, and the plan that it would give. */
export type FreshObservation = {
  readonly plan: AccountPlan;
  readonly diff: AccountDiff;
  readonly fingerprint: Fingerprinter;
};

/**
 * What has moved in the service since an account was planned: what its operations expected and did not find,
 * and what a fresh plan would set right again, or ask a person for, that this one had no need to.
 */
export function listLiveMoves(planned: AccountPlan, fresh: FreshObservation): readonly Move[] {
  const expected = planned.expects.flatMap((each) =>
    listMoves(each, findObject(fresh.diff, each.address), fresh.fingerprint),
  );
  // Where the manifest itself has changed, nobody can tell from the two plans what was there before.
  const others =
    planned.desired === fresh.plan.desired
      ? [...listUnplanned(planned, fresh.plan), ...listManual(planned, fresh)]
      : [];
  return [...expected, ...others];
}

// What the service offers no way to write was as the manifest wants it where nobody was asked to see to it.
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

// What was as the manifest wants it needed no operation, so that its value then is the wanted one.
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
