import { compareTexts } from '../../kit/text/compare-texts.ts';
import type { DriftFinding } from '../plan/plan.ts';
import { compareFingerprints, type Fingerprint } from '../secret/secret.ts';

/** One drift item, without its value. */
export type ObservedDrift = Pick<DriftFinding, 'address' | 'path' | 'kind'> & {
  /** Keyed digest of the live value; null if the key does not outlive this run. */
  readonly print: Fingerprint | null;
};

/** The same, and since when it is known, ISO UTC. */
export type DatedDrift = ObservedDrift & { readonly since: string };

/** The recorded drift of one account, as last read; without items, it has none. */
export type SeenRecord = {
  /** The run that noted it. */
  readonly by: string;
  readonly items: readonly DatedDrift[];
};

/** The observation of one account in one run. */
export type DriftObservation = {
  readonly account: string;
  /** The run that looked. */
  readonly by: string;
  /** ISO UTC. */
  readonly at: string;
  /** The run whose record existed when this one started; null for none. */
  readonly after: string | null;
  readonly items: readonly ObservedDrift[];
};

/**
 * Merges an observation into the recorded drift. An equal or incomparable value keeps its date, a
 * new one starts now, a vanished one is removed, except after a concurrent run, because the order
 * is unknown.
 */
export function mergeObservedDrift(
  before: SeenRecord | null,
  look: DriftObservation,
): { readonly seen: readonly DatedDrift[]; readonly kept: SeenRecord | null } {
  const known = new Map((before?.items ?? []).map((note) => [toDriftKey(note), note]));
  const observed = look.items.map((item) =>
    toNote(known.get(toDriftKey(item)) ?? null, item, look.at),
  );
  const isAlone = (before?.by ?? null) === look.after;
  const kept = new Map([
    ...observed.map((note) => [toDriftKey(note), note] as const),
    ...(isAlone ? [] : known),
  ]);
  const items = [...kept]
    .sort(([left], [right]) => compareTexts(left, right))
    .map(([, note]) => note);
  return { seen: observed, kept: items.length === 0 ? null : { by: look.by, items } };
}

function toNote(
  known: DatedDrift | null,
  { address, path, kind, print }: ObservedDrift,
  at: string,
): DatedDrift {
  const was = known?.print ?? null;
  const isOther = print !== null && was !== null && compareFingerprints(was, print) === 'different';
  const since = known === null || isOther ? at : known.since;
  return { address, path, kind, print: print ?? was, since };
}

function toDriftKey({ address, path, kind }: ObservedDrift): string {
  return JSON.stringify([address, path, kind]);
}
