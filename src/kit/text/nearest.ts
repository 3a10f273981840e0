import { distance } from 'fastest-levenshtein';

/** A name that was meant, in all likelihood, differs by a third of its letters at most. */
const likelyShare = 3;

/**
 * Candidates similar to `name`, nearest first, at most `most`. Case and separators are ignored, so
 * that `error_webhook` finds `errorWebhook`.
 */
export function listNearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = toComparable(name);
  return [...new Set(candidates)]
    .flatMap((candidate) => {
      const other = toComparable(candidate);
      const mostFar = allowDistance(wanted, candidate);
      // So much at least is between them.
      if (Math.abs(wanted.length - other.length) > mostFar) return [];
      const far = distance(wanted, other);
      return far <= mostFar ? [{ candidate, far }] : [];
    })
    .sort((left, right) => left.far - right.far || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Names listed if none is near. */
const maxListed = 10;

/** A sentence with similar candidates, else with the existing ones; null if there are none. */
export function formatNearest(
  name: string,
  candidates: Iterable<string>,
  things = 'names',
): string | null {
  const all = [...new Set(candidates)].sort();
  if (all.length === 0) return null;
  const nearest = listNearest(name, all);
  if (nearest.length > 0) return `Nearest ${things}: ${quoteAll(nearest)}.`;
  const more = all.length > maxListed ? ` and ${all.length - maxListed} more` : '';
  return `Existing ${things}: ${quoteAll(all.slice(0, maxListed))}${more}.`;
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function allowDistance(wanted: string, candidate: string): number {
  const length = Math.max(wanted.length, candidate.length);
  return length <= 2 ? 0 : Math.max(1, Math.floor(length / likelyShare));
}

function toComparable(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, '');
}
