import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { RevisionFinder } from '../../model/manifest/revision-finder.ts';
import { type CommandPlace, formatCommand } from '../../model/report/advice/commands.ts';
import { type FleetProgress, formatRevisionCounts } from '../../model/report/fleet-progress.ts';
import { formatRevision } from '../../model/state/revision.ts';
import { isInProgress, type RevisionReader, type Rollout } from '../../model/state/rollout.ts';

/** A fleet that has a rollout in its file, with how far it is. */
export type RolledOutFleet = FleetProgress & { readonly document: Fleet['document'] };

/** Counts the accounts of an environment by revision, for each fleet that has a rollout. */
export async function countRevisions(
  {
    revisions,
    store,
  }: {
    readonly revisions: Pick<RevisionFinder, 'findDigest' | 'readNewest'>;
    readonly store: Pick<RevisionReader, 'listRollouts'>;
  },
  entries: readonly AccountEntry[],
  environment: string,
): Promise<readonly RolledOutFleet[]> {
  const byFleet = Map.groupBy(
    entries.filter((entry) => findIdInEnvironment(entry, environment) !== null),
    ({ layering }) => layering?.fleet ?? null,
  );
  const found: RolledOutFleet[] = [];
  let rollouts: readonly Rollout[] | null = null;
  for (const [fleet, members] of byFleet) {
    if (fleet?.document.written.spec.rollout === undefined) continue;
    rollouts ??= await store.listRollouts();
    const latest = rollouts.find((each) => each.fleet === fleet.name);
    const written = await revisions.readNewest(fleet);
    const groups = Map.groupBy(members, (entry) => revisions.findDigest(entry));
    found.push({
      fleet: fleet.name,
      document: fleet.document,
      written,
      revisions: [...groups]
        .map(([revision, { length: accounts }]) => ({ revision, accounts }))
        .toSorted(
          (one, other) => Number(other.revision === written) - Number(one.revision === written),
        ),
      rollout: latest === undefined ? null : toProgress(latest),
    });
  }
  return found;
}

function toProgress({ id, revision, state, admitted, waves }: Rollout): FleetProgress['rollout'] {
  return { id, revision, state, admitted, waves: waves.length };
}

/** Reports accounts that wait for the first rollout of their fleet, once for each fleet. */
export function reportWaiting(
  fleets: readonly RolledOutFleet[],
  place: Place,
): readonly Diagnostic[] {
  return fleets.flatMap((each) => {
    const { fleet, revisions } = each;
    const waiting = revisions.find(({ revision }) => revision === null)?.accounts ?? 0;
    if (waiting === 0) return [];
    const [waits, are] = waiting === 1 ? ['waits', 'is'] : ['wait', 'are'];
    return [
      reportWarning('revision-waiting', {
        summary: `${count(waiting, 'account')} of the fleet ${fleet} ${waits} for a rollout, and ${are} left out`,
        ...toAdvice(each, place),
      }),
    ];
  });
}

/** Reports accounts that are on an earlier revision of their fleet, once for each fleet. */
export function reportEarlier(
  fleets: readonly RolledOutFleet[],
  place: Place,
): readonly Diagnostic[] {
  return fleets.flatMap((each) => {
    const { fleet, written, revisions } = each;
    const earlier = revisions.filter(({ revision }) => revision !== null && revision !== written);
    if (earlier.length === 0) return [];
    return [
      reportWarning('revision-newer', {
        summary: `The revision ${formatRevision(written)} of the fleet ${fleet} has not reached all accounts: ${formatRevisionCounts(earlier)}`,
        ...toAdvice(each, place),
      }),
    ];
  });
}

type Place = Pick<CommandPlace, 'environment' | 'directory'>;

function toAdvice({ fleet, document, rollout }: RolledOutFleet, place: Place) {
  const isOpen = rollout !== null && isInProgress(rollout);
  const does = !isOpen ? 'open' : rollout.state === 'paused' ? 'resume' : 'continue';
  return {
    at: document.spanOf('/spec/rollout'),
    remedy: `Run ${formatCommand(`rollout ${does} ${fleet}`, place)}.`,
  };
}
