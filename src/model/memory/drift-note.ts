import type { DriftFound } from '../plan/plan.ts';
import { compareFingerprints, type Fingerprint } from '../secret/secret.ts';

/** What a look found drifted, without its value. */
export type SeenDrift = Pick<DriftFound, 'address' | 'path' | 'kind'> & {
  /** Keyed digest of what is there; null where this run has no key that a later one has too. */
  readonly print: Fingerprint | null;
};

/** The same, and since when it is known, ISO UTC. */
export type SeenNote = SeenDrift & { readonly since: string };

/** What is noted of one account: its drift as the last look had it. */
export type SeenRecord = {
  /** The run that noted it. */
  readonly by: string;
  readonly items: readonly SeenNote[];
};

/** What one run saw of one account. */
export type SeenLook = {
  readonly account: string;
  /** The run that looked. */
  readonly by: string;
  /** ISO UTC. */
  readonly at: string;
  /** The run whose note stood there when this one began; null where there was none. */
  readonly after: string | null;
  readonly items: readonly SeenDrift[];
};

/**
 * Since when each item of a look is known, and what is to be noted. The same value keeps its date, another one begins
 * anew, and what is no longer there goes. What cannot be compared, for want of the key or under another one, keeps its
 * date. Where another run noted something since this one began, nobody can tell which of the two looked last: then
 * nothing goes, and what that one noted stays.
 */
export function mergeSeen(
  before: SeenRecord | null,
  look: SeenLook,
): { readonly seen: readonly SeenNote[]; readonly kept: SeenRecord | null } {
  const known = new Map((before?.items ?? []).map((note) => [nameSeen(note), note]));
  const seen = look.items.map((item) => toNote(known.get(nameSeen(item)) ?? null, item, look.at));
  const isAlone = (before?.by ?? null) === look.after;
  const kept = new Map([
    ...seen.map((note) => [nameSeen(note), note] as const),
    ...(isAlone ? [] : known),
  ]);
  const items = [...kept]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, note]) => note);
  return { seen, kept: items.length === 0 ? null : { by: look.by, items } };
}

function toNote(
  known: SeenNote | null,
  { address, path, kind, print }: SeenDrift,
  at: string,
): SeenNote {
  const was = known?.print ?? null;
  const isOther = print !== null && was !== null && compareFingerprints(was, print) === 'different';
  const since = known === null || isOther ? at : known.since;
  return { address, path, kind, print: print ?? was, since };
}

function nameSeen({ address, path, kind }: SeenDrift): string {
  return JSON.stringify([address, path, kind]);
}
