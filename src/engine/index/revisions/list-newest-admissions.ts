import type { Fleet } from '../../../model/manifest/layers.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import { type FleetLock, toFleetLock } from '../../../model/state/lock.ts';
import type { RevisionChange } from '../../../model/state/rollout.ts';
import { makeRevision } from './make-revision.ts';
import type { Revisions } from './revisions.ts';

type Admitting = {
  readonly files: Files;
  readonly revisions: Revisions;
  readonly environment: string;
  /** ISO UTC. */
  readonly now: string;
  /** Locks of the fleets with a rollout that are admitted too; the others are left as they are. */
  readonly locks: readonly FleetLock[];
};

/**
 * Lists what to record with an apply: its accounts are on the newest revisions of fleets without a
 * rollout, so that one begins there. `all` are the accounts of the project.
 */
export async function listNewestAdmissions(
  admitting: Admitting,
  applied: readonly AccountEntry[],
  all: readonly AccountEntry[],
): Promise<readonly RevisionChange[]> {
  const changes: RevisionChange[] = [];
  const keys = new Set(applied.map(({ key }) => key));
  const byFleet = Map.groupBy(all, ({ layering }) => layering?.fleet ?? null);
  for (const [fleet, entries] of byFleet) {
    if (fleet === null) continue;
    const lock = admitting.locks.find((each) => each.fleet === fleet.name);
    if (fleet.document.written.spec.rollout !== undefined && lock === undefined) continue;
    const here = entries.filter(
      (entry) => findIdInEnvironment(entry, admitting.environment) !== null,
    );
    const some = here.filter(({ key }) => keys.has(key));
    if (some.length === 0) continue;
    const isWhole = some.length === here.length;
    const change = await makeChange(admitting, fleet, { entries: some, isWhole });
    if (change === null) continue;
    const fence =
      lock === undefined ? {} : { fence: { lock: toFleetLock(lock.fleet), number: lock.fence } };
    changes.push({ ...change, ...fence });
  }
  return changes;
}

async function makeChange(
  { files, revisions, now }: Admitting,
  fleet: Fleet,
  { entries, isWhole }: { readonly entries: readonly AccountEntry[]; readonly isWhole: boolean },
): Promise<RevisionChange | null> {
  const revision = await makeRevision(files, fleet);
  const { digest } = revision;
  const { name } = fleet;
  const behind = entries.filter((entry) => revisions.findDigest(entry) !== digest);
  if (isWhole && (behind.length > 0 || !revisions.isSettled(name))) {
    return { revisions: [revision], fleets: [{ fleet: name, revision: digest }], settled: [name] };
  }
  if (isWhole || behind.length === 0) return null;
  const admissions = behind.map(({ key }) => ({
    account: key,
    fleet: name,
    revision: digest,
    at: now,
  }));
  return { revisions: [revision], admissions };
}
