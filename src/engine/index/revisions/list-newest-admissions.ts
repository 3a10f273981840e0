import type { Fleet } from '../../../model/manifest/layers.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import { type FleetLock, toFleetLock } from '../../../model/state/lock.ts';
import type { Admission } from '../../../model/state/revision.ts';
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
 * Lists what to record with an apply: pinned accounts are on their revisions, others on the newest ones
 * of fleets without a rollout. `all` are the accounts of the project.
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
    const here = entries.filter(
      (entry) => findIdInEnvironment(entry, admitting.environment) !== null,
    );
    const some = here.filter(({ key }) => keys.has(key));
    if (some.length === 0) continue;
    const lock = admitting.locks.find((each) => each.fleet === fleet.name);
    const isHeld = fleet.document.written.spec.rollout !== undefined && lock === undefined;
    const isWhole = some.length === here.length;
    const change = isHeld
      ? makePinnedChange(admitting, some)
      : await makeChange(admitting, fleet, { entries: some, isWhole });
    if (change === null) continue;
    const fence =
      lock === undefined ? {} : { fence: { lock: toFleetLock(lock.fleet), number: lock.fence } };
    changes.push({ ...change, ...fence });
  }
  return changes;
}

// Waves alone bring the others to a newer revision.
function makePinnedChange(
  { revisions, now }: Admitting,
  entries: readonly AccountEntry[],
): RevisionChange | null {
  const admissions = listMovedPins(revisions, entries, now);
  return admissions.length === 0 ? null : { admissions };
}

function listMovedPins(
  revisions: Revisions,
  entries: readonly AccountEntry[],
  now: string,
): readonly Admission[] {
  const moved = entries.filter(
    (entry) => revisions.findDigest(entry) !== revisions.findRecorded(entry),
  );
  return revisions.listPinned(moved, now);
}

async function makeChange(
  { files, revisions, now }: Admitting,
  fleet: Fleet,
  { entries, isWhole }: { readonly entries: readonly AccountEntry[]; readonly isWhole: boolean },
): Promise<RevisionChange | null> {
  const revision = await makeRevision(files, fleet);
  const { digest } = revision;
  const { name } = fleet;
  const behind = entries.filter(
    (entry) => revisions.findPin(entry) === null && revisions.findDigest(entry) !== digest,
  );
  const pinned = revisions.listPinned(entries, now);
  if (isWhole && (behind.length > 0 || !isRecorded(pinned, revisions.listAdmitted(name)))) {
    const fleets = [{ fleet: name, revision: digest }];
    return { revisions: [revision], fleets, settled: [name], admissions: pinned };
  }
  const moved = listMovedPins(revisions, entries, now);
  const others = isWhole
    ? []
    : behind.map(({ key }) => ({ account: key, fleet: name, revision: digest, at: now }));
  const admissions = [...others, ...moved];
  return admissions.length === 0 ? null : { revisions: [revision], admissions };
}

function isRecorded(pinned: readonly Admission[], recorded: readonly Admission[]): boolean {
  const known = new Map(recorded.map(({ account, revision }) => [account, revision]));
  return (
    known.size === pinned.length &&
    pinned.every(({ account, revision }) => known.get(account) === revision)
  );
}
