import { toSlug, toUniqueSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/address.ts';

/** Object that needs a key. */
export type KeyCandidate = {
  readonly id: string;
  /** Source of its key. */
  readonly name: string;
  /** Known key from state or a tag of ours. */
  readonly known: string | null;
};

/**
 * Makes a unique key for each id: the known one, else the slug of its name, numbered on repeats in
 * the given order.
 */
export function makeKeys(
  items: readonly KeyCandidate[],
  { taken, otherwise }: { readonly taken: Iterable<string>; readonly otherwise: string },
): ReadonlyMap<string, string> {
  const used = new Set([...taken, ...items.flatMap(({ known }) => known ?? [])]);
  return new Map(
    items.map(({ id, name, known }) => {
      if (known !== null) return [id, known] as const;
      const slug = toSlug(name, maxKeyLength) || otherwise;
      const key = toUniqueSlug(slug, (candidate) => used.has(candidate), maxKeyLength);
      used.add(key);
      return [id, key] as const;
    }),
  );
}
