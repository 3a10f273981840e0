import { systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import type { ChangeOptions } from '../../../app/run/change-source.ts';
import type { FleetReader } from '../../../engine/index/revisions/with-renames.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Admission, RevisionDigest } from '../../../model/state/revision.ts';
import type { RolloutAccount } from '../../../model/state/rollout.ts';
import { findFleet, openFleetRevisions } from '../find-fleet.ts';
import type { RecordedRollout } from '../waves/read-unsettled.ts';
import type { ApprovedAccount } from './hold-undo.ts';

/** An account that is to be brought back. */
export type Returning = {
  readonly entry: AccountEntry;
  /** The revision that it is on. */
  readonly on: RevisionDigest;
  /** The revision that it had before the first of the rollouts. */
  readonly to: RevisionDigest;
  /** Its record in the rollout, before this step. */
  readonly member: RolloutAccount;
};

/** Accounts of an undo. */
export type Found = {
  /** Accounts that are not back. */
  readonly returning: readonly Returning[];
  /** Accounts that have the revision, and of which no earlier one is recorded. */
  readonly kept: readonly AccountEntry[];
  /** Accounts that pins hold where they are. */
  readonly pinned: readonly Admission[];
  /** Changes that were approved for accounts; the last of each account brought it where it is. */
  readonly approved: readonly ApprovedAccount[];
};

/** Finds the accounts that a rollout, and the stopped ones before it, brought away from their revision. */
export async function findReturning(
  request: ProjectRequest<ChangeOptions>,
  { store, rollout, accounts }: RecordedRollout & { readonly store: FleetReader },
  unsettled: readonly RecordedRollout[],
): Promise<Found> {
  const { fleet, revision, from, waves } = rollout;
  const revisions = await openFleetRevisions(request, store);
  const { entries } = findFleet(request, fleet);
  const members = new Map(accounts.map((each) => [each.account, each]));
  const findWay = makeWayFinder(unsettled);
  const returning: Returning[] = [];
  const kept: AccountEntry[] = [];
  const ways: ApprovedAccount[] = [];
  for (const entry of entries) {
    const { key } = entry;
    const on = revisions.findDigest(entry);
    if (revisions.findPin(entry) !== null || on === null) continue;
    const known = members.get(key);
    const isReturning = known?.state === 'returning';
    const { to, approved } = findWay(key, isReturning ? revision : on);
    if (to !== null && (isReturning || to !== on)) {
      // One that an earlier rollout brought is recorded as those that came later: nothing more is approved of it.
      const added = { account: key, wave: waves.length, from: to, approved: [] };
      returning.push({ entry, on, to, member: known ?? { ...added, state: 'waiting' } });
      ways.push({ account: key, approved });
    } else if (on === revision && (revision !== from || hasReached(known))) kept.push(entry);
  }
  return {
    returning,
    kept,
    pinned: revisions.listPinned(entries, systemClock.now()),
    approved: [...unsettled.flatMap((each) => each.accounts), ...ways],
  };
}

// One that had the revision before, as with `--rewrite`, has what was sent to it.
function hasReached(member: RolloutAccount | undefined): boolean {
  return member !== undefined && ['done', 'failed', 'admitted'].includes(member.state);
}

type Way = Pick<RolloutAccount, 'approved'> & { readonly to: RevisionDigest | null };

// Goes from rollout to rollout, the newest first, to the revision that the account had before it. Those of one
// revision lead to the same, each with changes of its own.
function makeWayFinder(
  unsettled: readonly RecordedRollout[],
): (account: string, on: RevisionDigest) => Way {
  const found = unsettled.map(({ rollout: { revision }, accounts }) => ({
    revision,
    members: new Map(accounts.map((each) => [each.account, each])),
  }));
  return (account, on) => {
    const way: RolloutAccount[] = [];
    let to: RevisionDigest | null = on;
    let last = on;
    for (const { revision, members } of found) {
      const member = members.get(account);
      if (member === undefined || (revision !== to && revision !== last)) continue;
      way.push(member);
      to = member.from;
      last = revision;
    }
    return { to, approved: way.flatMap(({ approved }) => approved) };
  };
}
