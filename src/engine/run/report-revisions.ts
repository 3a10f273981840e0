import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { RevisionFinder } from '../../model/manifest/revision-finder.ts';
import { type CommandPlace, formatCommand } from '../../model/report/advice/commands.ts';
import { formatRevision, type RevisionDigest } from '../../model/state/revision.ts';
import { isInProgress, type RevisionReader } from '../../model/state/rollout.ts';

/** Numbers of a fleet's accounts by revision; null is none. */
export type FleetRevisions = {
  readonly fleet: Fleet;
  readonly newest: RevisionDigest;
  readonly accounts: ReadonlyMap<RevisionDigest | null, number>;
};

/** Counts the accounts of an environment by revision, for each fleet that has a rollout. */
export async function countRevisions(
  revisions: Pick<RevisionFinder, 'findDigest' | 'readNewest'>,
  entries: readonly AccountEntry[],
  environment: string,
): Promise<readonly FleetRevisions[]> {
  const byFleet = Map.groupBy(
    entries.filter((entry) => findIdInEnvironment(entry, environment) !== null),
    ({ layering }) => layering?.fleet ?? null,
  );
  const found: FleetRevisions[] = [];
  for (const [fleet, members] of byFleet) {
    if (fleet?.document.written.spec.rollout === undefined) continue;
    const accounts = new Map<RevisionDigest | null, number>();
    for (const entry of members) {
      const digest = revisions.findDigest(entry);
      accounts.set(digest, (accounts.get(digest) ?? 0) + 1);
    }
    found.push({ fleet, newest: await revisions.readNewest(fleet), accounts });
  }
  return found;
}

/** Reports accounts that are not on the newest revision of their fleet, once for each fleet. */
export async function reportRevisions(
  fleets: readonly FleetRevisions[],
  store: RevisionReader,
  place: Pick<CommandPlace, 'environment' | 'directory'>,
): Promise<readonly Diagnostic[]> {
  if (fleets.length === 0) return [];
  const open = new Map(
    (await store.listRollouts()).flatMap((each) =>
      isInProgress(each) ? [[each.fleet, each] as const] : [],
    ),
  );
  return fleets.flatMap((each) => {
    const { name } = each.fleet;
    const rollout = open.get(name);
    const does =
      rollout === undefined ? 'open' : rollout.state === 'paused' ? 'resume' : 'continue';
    const remedy = `Run ${formatCommand(`rollout ${does} ${name}`, place)}.`;
    const at = each.fleet.document.spanOf('/spec/rollout');
    const waiting = each.accounts.get(null) ?? 0;
    const earlier = [...each.accounts].filter(
      ([digest]) => digest !== null && digest !== each.newest,
    );
    return [
      ...(waiting === 0
        ? []
        : [
            reportWarning('revision-waiting', {
              summary: `${count(waiting, 'account')} of the fleet ${name} ${waiting === 1 ? 'waits' : 'wait'} for a rollout, and ${waiting === 1 ? 'is' : 'are'} left out`,
              at,
              remedy,
            }),
          ]),
      ...(earlier.length === 0
        ? []
        : [
            reportWarning('revision-newer', {
              summary: `The revision ${formatRevision(each.newest)} of the fleet ${name} has not reached all accounts: ${formatCounts(earlier)}`,
              at,
              remedy,
            }),
          ]),
    ];
  });
}

/** `8c1f02ab in 4,600 accounts, 3b20a1c2 in 400`. */
export function formatCounts(accounts: Iterable<readonly [RevisionDigest | null, number]>): string {
  return [...accounts]
    .map(
      ([digest, number]) =>
        `${digest === null ? 'none' : formatRevision(digest)} in ${count(number, 'account')}`,
    )
    .join(', ');
}
