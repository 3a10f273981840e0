import type { DriftFinding } from '../plan/plan.ts';
import { compareFingerprints, type Fingerprint } from '../secret/secret.ts';

/** What a look found drifted, without its value. */
export type ObservedDrift = Pick<DriftFinding, 'address' | 'path' | 'kind'> & {
  /** Keyed digest of what is there; null where this run has no key that a later one has too. */
  readonly print: Fingerprint | null;
};

/** The same, and since when it is known, ISO UTC. */
export type DatedDrift = ObservedDrift & { readonly since: string };

/** What is noted of one account: its drift as the last look had it. */
export type SeenRecord = {
  /** The run that noted it. */
  readonly by: string;
  readonly items: readonly DatedDrift[];
};

/** What one run saw of one account. */
export type DriftObservation = {
  readonly account: string;
  /** The run that looked. */
  readonly by: string;
  /** ISO UTC. */
  readonly at: string;
  /** The run whose note stood there when this one began; null where there was none. */
  readonly after: string | null;
  readonly items: readonly ObservedDrift[];
};

/**
 * Since when each item of a look is known, and what is to be noted. The same value keeps its date, another one begins
 * anew, and what is no longer there goes. What cannot be compared, for want of the key or under another one, keeps its
 * date. Where another run noted something since this one began, nobody can tell which of the two looked last: then
 * nothing goes, and what that one noted stays.
 */
export function mergeObservedDrift(
  before: SeenRecord | null,
  look: DriftObservation,
): { readonly seen: readonly DatedDrift[]; readonly kept: SeenRecord | null } {
  const known = new Map((before?.items ?? []).map((note) => [toDriftKey(note), note]));
  const seen = look.items.map((item) => toNote(known.get(toDriftKey(item)) ?? null, item, look.at));
  const isAlone = (before?.by ?? null) === look.after;
  const kept = new Map([
    ...seen.map((note) => [toDriftKey(note), note] as const),
    ...(isAlone ? [] : known),
  ]);
  const items = [...kept]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, note]) => note);
  return { seen, kept: items.length === 0 ? null : { by: look.by, items } };
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
