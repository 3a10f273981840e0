import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { Rollout, RolloutAccount } from '../../../model/state/rollout.ts';

/** A rollout as it is approved, before anything of it is done. */
export type DraftRollout = Omit<
  Rollout,
  | 'seal'
  | 'admitted'
  | 'passed'
  | 'approvedWaves'
  | 'progressSeal'
  | 'state'
  | 'pausedFor'
  | 'endedFor'
>;

/** Its parts, each of which is signed. */
const parts: Readonly<Record<keyof DraftRollout, true>> = {
  id: true,
  fleet: true,
  revision: true,
  from: true,
  openedAt: true,
  waves: true,
  budget: true,
  onFailure: true,
  gate: true,
  windows: true,
  approved: true,
};

/** Formats the parts of a rollout that a person approves, as the text that is signed. */
export function formatSealed(rollout: DraftRollout, accounts: readonly RolloutAccount[]): string {
  // Accounts that came later have no changes of their own that were approved.
  const approvedOnes = accounts
    .filter(({ wave }) => wave < rollout.waves.length)
    .map(({ account, was = account, ...rest }) => ({ ...rest, account: was }))
    .toSorted((one, other) => compareTexts(one.account, other.account));
  const members = approvedOnes.map(
    ({ account, wave, from: earlier, approved: changes, timezone, before }) => ({
      account,
      wave,
      from: earlier,
      changes,
      timezone,
      before,
    }),
  );
  const sealed = Object.entries(rollout).filter(([name]) => name in parts);
  return formatCanonicalJson({ ...Object.fromEntries(sealed), members });
}

/** Formats what an account of a rollout came to, as the text that is signed; null while it waits. */
export function formatResult(
  { id }: Pick<Rollout, 'id'>,
  { account, was = account, state, appliedAt, unverified, runs }: RolloutAccount,
): string | null {
  if (state === 'waiting') return null;
  return formatCanonicalJson({ id, account: was, state, appliedAt, unverified, runs });
}

/** Formats how far a rollout came, as the text that is signed; null where nothing was admitted or approved. */
export function formatProgress({
  id,
  admitted,
  passed = 0,
  approvedWaves = 0,
}: Pick<Rollout, 'id' | 'admitted' | 'passed' | 'approvedWaves'>): string | null {
  if (admitted + passed + approvedWaves === 0) return null;
  return formatCanonicalJson({ id, admitted, passed, approvedWaves });
}
