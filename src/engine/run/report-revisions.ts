import { count } from '../../kit/text/text-layout.ts';
import { type Diagnostic, reportError, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import type { HoldingPin, RevisionFinder } from '../../model/manifest/revision-finder.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import {
  type CommandPlace,
  formatCommand,
  rolloutCommands,
} from '../../model/report/advice/commands.ts';
import {
  countUnpinned,
  type FleetProgress,
  formatPinned,
  formatRevisionCounts,
  type PinnedAccount,
} from '../../model/report/fleet-progress.ts';
import { formatRevision, type RevisionDigest } from '../../model/state/revision.ts';
import type { RevisionReader, Rollout } from '../../model/state/rollout.ts';

/** A fleet with how far it is. */
export type CountedFleet = FleetProgress & Pick<Fleet, 'document' | 'pins'>;

/** Returns whether accounts of a fleet may be on an earlier revision: it has a rollout or pins. */
export function hasRevisions(fleet: Fleet | null | undefined): boolean {
  return fleet != null && (hasWaves(fleet) || fleet.pins.size > 0);
}

function hasWaves({ document }: Fleet): boolean {
  return document.written.spec.rollout !== undefined;
}

/** Counts the accounts of an environment by the revision that they are on, whatever pins ask for, for each of some fleets. */
export async function countRevisions(
  {
    revisions,
    store,
  }: {
    readonly revisions: Pick<RevisionFinder, 'findRecorded' | 'findPin' | 'readNewest'>;
    readonly store: Pick<RevisionReader, 'listRollouts'>;
  },
  {
    fleets,
    accounts: entries,
    environment,
  }: {
    readonly fleets: readonly Fleet[];
    readonly accounts: readonly AccountEntry[];
    readonly environment: string;
  },
): Promise<readonly CountedFleet[]> {
  const byFleet = Map.groupBy(
    entries.filter((entry) => findIdInEnvironment(entry, environment) !== null),
    ({ layering }) => layering?.fleet?.name,
  );
  const found: CountedFleet[] = [];
  let rollouts: readonly Rollout[] | null = null;
  for (const fleet of fleets) {
    const members = byFleet.get(fleet.name) ?? [];
    rollouts ??= await store.listRollouts();
    const latest = rollouts.find((each) => each.fleet === fleet.name);
    const written = await revisions.readNewest(fleet);
    const groups = Map.groupBy(members, (entry) => revisions.findRecorded(entry));
    found.push({
      fleet: fleet.name,
      hasWaves: hasWaves(fleet),
      document: fleet.document,
      pins: fleet.pins,
      written,
      revisions: [...groups]
        .map(([revision, { length: accounts }]) => ({ revision, accounts }))
        .toSorted(
          (one, other) => Number(other.revision === written) - Number(one.revision === written),
        ),
      pinned: members.flatMap((entry) => {
        const pin = revisions.findPin(entry);
        return pin === null ? [] : [toPinned(pin, revisions.findRecorded(entry))];
      }),
      rollout: latest === undefined ? null : toProgress(latest),
    });
  }
  return found;
}

/** The account that a pin holds, and the revision that it is on, for reports. */
export function toPinned({ pin, found }: HoldingPin, on: RevisionDigest | null): PinnedAccount {
  const { account, owner, until, reason } = pin;
  const [revision = null] = found;
  return { account, revision: found.length === 1 ? revision : null, on, owner, until, reason };
}

function toProgress({ id, revision, state, admitted, waves }: Rollout): FleetProgress['rollout'] {
  return { id, revision, state, admitted, waves: waves.length };
}

/**
 * Reads the revision of a locked account again, and refuses it where its plan was made by another one. Null if
 * it may go on.
 */
export async function checkRevision(
  { revisions }: { readonly revisions?: RevisionFinder },
  { plan, entry }: { readonly plan: AccountPlan; readonly entry: AccountEntry | null },
): Promise<Diagnostic | null> {
  if (revisions === undefined || entry === null) return null;
  await revisions.readAgain(entry);
  const now = revisions.findHeld(entry);
  const { account, revision = now } = plan;
  return revision === now ? null : reportRolledOut(account, now);
}

/** Refuses an account that is on another revision than its plan was made by. */
export function reportRolledOut(account: string, now: RevisionDigest | null): Diagnostic {
  const text = now === null ? 'the newest revision' : `the revision ${formatRevision(now)}`;
  return reportError('plan-stale', {
    summary: `${account} changed since the plan: it is on ${text} now`,
    remedy: 'Nothing was changed in this account. Run the command again.',
  });
}

/** Reports accounts that wait for the first rollout of their fleet, once for each fleet. */
export function reportWaiting(
  fleets: readonly CountedFleet[],
  place: Place,
): readonly Diagnostic[] {
  return fleets.flatMap((each) => {
    const { fleet } = each;
    const waiting = countUnpinned(each).find(({ revision }) => revision === null)?.accounts ?? 0;
    if (waiting === 0 || !each.hasWaves) return [];
    const [waits, are] = waiting === 1 ? ['waits', 'is'] : ['wait', 'are'];
    const { at, remedy } = toAdvice(each, place);
    const lost = ' If the state was lost, add --rewrite: it sends what the service does not show.';
    return [
      reportWarning('revision-waiting', {
        summary: `${count(waiting, 'account')} of the fleet ${fleet} ${waits} for a rollout, and ${are} left out`,
        at,
        remedy: each.rollout === null ? `${remedy}${lost}` : remedy,
      }),
    ];
  });
}

/** Reports accounts that are on an earlier revision of their fleet, once for each fleet. */
export function reportEarlier(
  fleets: readonly CountedFleet[],
  place: Place,
): readonly Diagnostic[] {
  return fleets.flatMap((each) => {
    const { fleet, written } = each;
    const earlier = countUnpinned(each).filter(
      ({ revision }) => revision !== null && revision !== written,
    );
    if (earlier.length === 0 || !each.hasWaves) return [];
    return [
      reportWarning('revision-newer', {
        summary: `The revision ${formatRevision(written)} of the fleet ${fleet} has not reached all accounts: ${formatRevisionCounts(earlier)}`,
        ...toAdvice(each, place),
      }),
    ];
  });
}

/** Reports the accounts that pins hold, once for each fleet. */
export function reportPinned(fleets: readonly CountedFleet[]): readonly Diagnostic[] {
  return fleets.flatMap((each) => {
    const { fleet, pinned } = each;
    const [first] = pinned;
    if (first === undefined) return [];
    return [
      reportWarning('revision-pinned', {
        summary: `${count(pinned.length, 'account')} of the fleet ${fleet} ${pinned.length === 1 ? 'is' : 'are'} pinned: ${formatPinned(pinned)}`,
        ...toPlace(each, first, ''),
      }),
    ];
  });
}

/** Days before its end from which a pin is reported. */
const daysBefore = 14;

/** Reports the pins that hold for some days only; `today` is a day in UTC, `2026-12-31`. */
export function reportEnding(
  fleets: readonly CountedFleet[],
  today: string,
): readonly Diagnostic[] {
  return fleets.flatMap((each) =>
    each.pinned.flatMap((pinned) => {
      const { account, owner, until } = pinned;
      const days = (Date.parse(until) - Date.parse(today)) / 86_400_000;
      if (days > daysBefore) return [];
      const left = days === 0 ? 'today' : `in ${count(days, 'day')}`;
      return [
        reportWarning('pin-ending', {
          summary: `The pin of ${account} ends on ${until}, ${left}; the next rollout or apply then takes the account along`,
          ...toPlace(each, pinned, '/until'),
          remedy: `Ask ${owner}, then let it end, or write a later date.`,
        }),
      ];
    }),
  );
}

function toPlace({ document, pins }: CountedFleet, { account }: PinnedAccount, key: string) {
  const pin = pins.get(account);
  return pin === undefined ? {} : { at: document.spanOf(`${pin.pointer}${key}`) };
}

type Place = Pick<CommandPlace, 'environment' | 'directory'>;

function toAdvice({ fleet, document, rollout }: CountedFleet, place: Place) {
  const does = rollout === null ? 'open' : rolloutCommands[rollout.state];
  return {
    at: document.spanOf('/metadata/name'),
    remedy: `Run ${formatCommand(`rollout ${does} ${fleet}`, place)}.`,
  };
}
