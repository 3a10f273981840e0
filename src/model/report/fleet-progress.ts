import { formatName } from '../../kit/text/format-name.ts';
import { formatSome } from '../../kit/text/format-some.ts';
import { count } from '../../kit/text/text-layout.ts';
import { formatRevision, type RevisionDigest } from '../state/revision.ts';
import { isInProgress, type RolloutState } from '../state/rollout.ts';

/** A number of accounts on a revision; null for accounts that wait for their first rollout. */
export type RevisionCount = {
  readonly revision: RevisionDigest | null;
  readonly accounts: number;
};

/** An account that a pin holds. */
export type PinnedAccount = {
  readonly account: string;
  /** Null if the store does not have the revision that the pin names. */
  readonly revision: RevisionDigest | null;
  /** The revision that it is on: another one until an apply brings it to that of the pin. */
  readonly on: RevisionDigest | null;
  readonly owner: string;
  /** Last day in UTC on which it is held. */
  readonly until: string;
  readonly reason: string;
};

/** How far a fleet is. */
export type FleetProgress = {
  readonly fleet: string;
  /** Without a rollout in its file, each apply brings the written revision. */
  readonly hasWaves: boolean;
  /** The revision as it is written now. */
  readonly written: RevisionDigest;
  /** The written one first. */
  readonly revisions: readonly RevisionCount[];
  readonly pinned: readonly PinnedAccount[];
  /** Its latest rollout; null without one. */
  readonly rollout: {
    readonly id: string;
    readonly revision: RevisionDigest;
    readonly state: RolloutState;
    /** Number of admitted waves. */
    readonly admitted: number;
    readonly waves: number;
  } | null;
};

/** Formats accounts by revision: `8c1f02ab in 400 accounts, 3b20a1c2 in 4600`; `0 accounts`. */
export function formatRevisionCounts(counts: readonly RevisionCount[]): string {
  if (counts.length === 0) return count(0, 'account');
  return counts
    .map(({ revision, accounts }, index) => {
      const name = revision === null ? 'none' : formatRevision(revision);
      return `${name} in ${index === 0 ? count(accounts, 'account') : accounts}`;
    })
    .join(', ');
}

/** Counts the accounts that no pin holds, by revision. */
export function countUnpinned({
  revisions,
  pinned,
}: Pick<FleetProgress, 'revisions' | 'pinned'>): readonly RevisionCount[] {
  return revisions.flatMap(({ revision, accounts }) => {
    const left = accounts - pinned.filter(({ on }) => on === revision).length;
    return left > 0 ? [{ revision, accounts: left }] : [];
  });
}

/** Most pins that are named. */
const mostNamed = 3;

/** Formats pinned accounts: `north-001 on 8c1f02ab until 2026-12-31 (anna@example.com), and 2 more`. */
export function formatPinned(pinned: readonly PinnedAccount[]): string {
  const named = pinned.map(({ account, revision, on, until, owner }) => {
    const name = revision === null ? 'no known revision' : formatRevision(revision);
    const from = revision === null || revision === on ? '' : ' from the next apply';
    return `${account} on ${name}${from} until ${until} (${formatName(owner)})`;
  });
  return formatSome(named, mostNamed);
}

/** Formats a fleet as a total: `8c1f02ab in 400 accounts, 3b20a1c2 in 4600, 2 pinned, wave 2 of 4`. */
export function formatFleetProgress(progress: FleetProgress): string {
  const { revisions, pinned } = progress;
  const held = pinned.length === 0 ? [] : [`${pinned.length} pinned`];
  return [formatRevisionCounts(revisions), ...held, ...formatWave(progress)].join(', ');
}

function formatWave(progress: FleetProgress): readonly string[] {
  const { written, rollout, hasWaves } = progress;
  if (!hasWaves) return [];
  const isReached = countUnpinned(progress).every(({ revision }) => revision === written);
  if (rollout === null || !(isInProgress(rollout) || rollout.state === 'stopped')) {
    return isReached ? [] : ['no rollout open'];
  }
  if (rollout.state === 'stopped' && isReached) return [];
  const { state, admitted, waves } = rollout;
  const wave =
    admitted === 0
      ? `before wave 1 of ${waves}`
      : `wave ${admitted} of ${Math.max(admitted, waves)}`;
  return [state === 'open' ? wave : `${wave} (${state})`];
}
