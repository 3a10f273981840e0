import type { RevisionFinder } from '../../../model/manifest/revision-finder.ts';
import type { Revision, RevisionDigest } from '../../../model/state/revision.ts';
import {
  listUnsettled,
  type RevisionReader,
  type Rollout,
  type RolloutAccount,
} from '../../../model/state/rollout.ts';
import { type SealContext, verifyApproved } from './check-seal.ts';
import type { AssignedWave } from './make-waves.ts';

/** A rollout, and its accounts. */
export type RecordedRollout = {
  readonly rollout: Rollout;
  readonly accounts: readonly RolloutAccount[];
};

/** Reads the latest rollout of a fleet and the stopped ones before it, the newest first. */
export async function readUnsettled(
  store: RevisionReader,
  fleet: string,
): Promise<readonly RecordedRollout[]> {
  const found: RecordedRollout[] = [];
  for (const rollout of listUnsettled(await store.listRollouts(), fleet))
    found.push({ rollout, accounts: await store.listRolloutAccounts(rollout.id) });
  return found;
}

/** Selects the rollouts up to one that is not as it was approved. */
export function selectWhole(
  context: Pick<SealContext, 'signer'>,
  rollouts: readonly RecordedRollout[],
): readonly RecordedRollout[] {
  const end = rollouts.findIndex(
    ({ rollout, accounts }) => verifyApproved(context, rollout, accounts) !== 'whole',
  );
  return end === -1 ? rollouts : rollouts.slice(0, end);
}

/** Selects the rollouts of a revision that did not end with all accounts on it. */
export function selectEarlier(
  rollouts: readonly RecordedRollout[],
  revision: RevisionDigest,
): readonly RecordedRollout[] {
  return rollouts.filter(
    ({ rollout }) => rollout.revision === revision && rollout.state !== 'done',
  );
}

/** Facts of an account that are of the time before a revision. */
type KnownBefore = Pick<RolloutAccount, 'from' | 'before'>;

/** Lists what earlier rollouts of a revision, the newest first, recorded of the accounts that they brought to it. */
export function listKnown(
  {
    waves,
    revision: { digest },
    revisions,
  }: {
    readonly waves: readonly AssignedWave[];
    readonly revision: Pick<Revision, 'digest'>;
    readonly revisions: Pick<RevisionFinder, 'findDigest'>;
  },
  earlier: readonly RecordedRollout[],
): ReadonlyMap<string, KnownBefore> {
  const here = waves
    .flatMap(({ entries }) => entries)
    .filter((entry) => revisions.findDigest(entry) === digest);
  const keys = new Set(here.map(({ key }) => key));
  const members = earlier.toReversed().flatMap(({ accounts }) => accounts);
  return new Map(
    members.flatMap(({ account, from, before }) =>
      keys.has(account) ? [[account, { from, ...(before === undefined ? {} : { before }) }]] : [],
    ),
  );
}
