/** A range of a text, with an exclusive end, and its replacement. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string };

/**
 * Applies splices to a text. Those at one place keep their order, and equal removals count once.
 * Null if two of them conflict.
 */
export function applySplices(text: string, splices: readonly Splice[]): string | null {
  const ordered = splices.toSorted(
    (a, b) => a.from - b.from || Number(a.to > a.from) - Number(b.to > b.from),
  );
  let result = '';
  let done = 0;
  let last: Splice | null = null;
  for (const splice of ordered) {
    const overlaps = splice.from < done;
    if (overlaps && (splice.text !== '' || last?.text !== '')) return null;
    if (splice.from > done) result += text.slice(done, splice.from);
    result += splice.text;
    done = Math.max(done, splice.to);
    if (splice.to > splice.from) last = splice;
  }
  return result + text.slice(done);
}
