import { count } from '../../kit/text/text-layout.ts';
import { formatRevision, type RevisionDigest } from '../state/revision.ts';
import { isInProgress, type RolloutState } from '../state/rollout.ts';

/** A number of accounts on a revision; null for accounts that wait for their first rollout. */
export type RevisionCount = {
  readonly revision: RevisionDigest | null;
  readonly accounts: number;
};

/** How far a fleet with a rollout in its file is. */
export type FleetProgress = {
  readonly fleet: string;
  /** The revision as it is written now. */
  readonly written: RevisionDigest;
  /** The written one first. */
  readonly revisions: readonly RevisionCount[];
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

/** Formats accounts by revision: `8c1f02ab in 400 accounts, 3b20a1c2 in 4600`. */
export function formatRevisionCounts(counts: readonly RevisionCount[]): string {
  return counts
    .map(({ revision, accounts }, index) => {
      const name = revision === null ? 'none' : formatRevision(revision);
      return `${name} in ${index === 0 ? count(accounts, 'account') : accounts}`;
    })
    .join(', ');
}

/** Formats a fleet as a total: `8c1f02ab in 400 accounts, 3b20a1c2 in 4600, wave 2 of 4`. */
export function formatFleetProgress({
  written,
  revisions,
  rollout,
}: Pick<FleetProgress, 'written' | 'revisions' | 'rollout'>): string {
  return [formatRevisionCounts(revisions), ...formatWave(rollout, { written, revisions })].join(
    ', ',
  );
}

function formatWave(
  rollout: FleetProgress['rollout'],
  { written, revisions }: Pick<FleetProgress, 'written' | 'revisions'>,
): readonly string[] {
  const isReached = revisions.every(({ revision }) => revision === written);
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
