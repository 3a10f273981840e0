import { formatSome } from '../../../kit/text/format-some.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isPinFor } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { HoldingPin } from '../../../model/manifest/revision-finder.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import { formatRevision, type RevisionDigest } from '../../../model/state/revision.ts';
import type { RevisionReader } from '../../../model/state/rollout.ts';

/** The day in UTC, `2026-12-31`, and the environment that pins must be for to hold. */
export type PinContext = { readonly today: string; readonly environment: string };

/** Pins that hold, by account. */
export type HoldingPins = ReadonlyMap<string, HoldingPin>;

/** Reads the pins of the fleets that accounts are in which hold in an environment. */
export async function readPins(
  store: RevisionReader,
  accounts: readonly AccountEntry[],
  { today, environment }: PinContext,
): Promise<HoldingPins> {
  const fleets = new Set(accounts.flatMap(({ layering }) => layering?.fleet ?? []));
  const holding = [...fleets].flatMap((fleet) =>
    [...fleet.pins.values()].flatMap((pin) =>
      pin.until < today || !isPinFor(pin, environment) ? [] : [{ fleet, pin }],
    ),
  );
  if (holding.length === 0) return new Map();
  const digests = await store.listRevisions();
  const isNamed = (digest: string) => holding.some(({ pin }) => digest.startsWith(pin.revision));
  const fleetOf = await readFleets(store, digests.filter(isNamed));
  return new Map(
    holding.map((each) => {
      const found = [...fleetOf].flatMap(([digest, fleet]) =>
        fleet === each.fleet.name && digest.startsWith(each.pin.revision) ? [digest] : [],
      );
      return [each.pin.account, { ...each, found }];
    }),
  );
}

async function readFleets(
  store: RevisionReader,
  digests: readonly RevisionDigest[],
): Promise<ReadonlyMap<RevisionDigest, string>> {
  const fleetOf = new Map<RevisionDigest, string>();
  for (const digest of digests) {
    const revision = await store.readRevision(digest);
    if (revision !== null) fleetOf.set(digest, revision.fleet);
  }
  return fleetOf;
}

/** Most revisions that a message names. */
const mostNamed = 5;

/** Reports a pin whose digits begin no revision of its fleet, or several. */
export async function reportPinUnknown(
  store: RevisionReader,
  { fleet, pin: { account, revision, pointer, environment }, found }: HoldingPin,
  environments: KnownEnvironments,
): Promise<Diagnostic> {
  const { name, document } = fleet;
  const at = document.spanOf(`${pointer}/revision`);
  if (found.length > 1) {
    return reportError('pin-unknown', {
      summary: `The pin of ${account} names ${revision}, and ${found.length} revisions of the fleet ${name} begin with it`,
      at,
      remedy: `Write more digits: ${found.join(' or ')}.`,
    });
  }
  const fleetOf = await readFleets(store, await store.listRevisions());
  const known = [...fleetOf].flatMap(([digest, other]) =>
    other === name ? [formatRevision(digest)] : [],
  );
  const next =
    document.written.spec.rollout === undefined ? 'apply' : `cyclectl rollout open ${name}`;
  const open = `remove the pin, so that the next ${next} takes the account along`;
  // Each environment has its revisions.
  const isForAll = environment === undefined && environments.size > 1;
  const more = isForAll ? ' If it is for another environment, add environment: NAME to it.' : '';
  return reportError('pin-unknown', {
    summary: `The pin of ${account} names the revision ${revision}, and the store has none of the fleet ${name} that begins with it`,
    at,
    remedy:
      known.length === 0
        ? `The store has no revision of this fleet: ${open}.${more}`
        : `Write one of those that it has (${formatSome(known, mostNamed)}), or ${open}.${more}`,
  });
}
