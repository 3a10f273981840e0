/** Where a text has the first mark of a merge that was not finished, and how many it has that begin a conflict. */
export type MergeConflict = { readonly from: number; readonly to: number; readonly count: number };

/** `<<<<<<< OURS` and `>>>>>>> THEIRS`; a line of `=` alone may be text. */
const mark = /^(?:<{7}|>{7})(?=[ \t\r\n]|$)[^\r\n]*/gm;

/** Finds the markers of an unresolved merge conflict, or null. */
export function findMergeConflict(text: string): MergeConflict | null {
  let first: RegExpExecArray | null = null;
  let count = 0;
  for (const found of text.matchAll(mark)) {
    first ??= found;
    if (found[0].startsWith('<')) count += 1;
  }
  if (first === null) return null;
  return { from: first.index, to: first.index + first[0].length, count: Math.max(1, count) };
}

/** Describes a merge conflict in a few words. */
export function describeMergeConflict({ count }: MergeConflict): string {
  return count === 1 ? 'Unresolved merge conflict' : `${count} unresolved merge conflicts`;
}
