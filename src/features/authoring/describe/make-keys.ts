import { toSlug, toUniqueSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/key.ts';

/** Something that is to have a key. */
export type KeyCandidate = {
  readonly id: string;
  /** What its key is made of. */
  readonly name: string;
  /** A key that it has already: where it is remembered, or where a tag of ours says it. */
  readonly known: string | null;
};

/**
 * A key for each by its id: the one that it has, else the slug of its name. Those that would have the same are
 * numbered in the order that is given, and no key is taken that another has.
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
