import { diffArrays } from 'diff';
import { count } from '../../../kit/text/text-layout.ts';
import type { LongTexts } from '../block.ts';

/** Lines that may be moved before two texts are called wholly different. */
const maxEdits = 500;

/** Lines in a row that were removed, added, or are the same. */
export type TextPart = { readonly mark: '-' | '+' | ' '; readonly lines: readonly string[] };

/** The difference between two texts by line, or a sentence where they have little in common. */
export function listTextParts({ before, after }: LongTexts): readonly TextPart[] | string {
  const [was, comes] = [before.split('\n'), after.split('\n')];
  const parts = diffArrays(was, comes, { maxEditLength: maxEdits });
  if (parts === undefined) {
    return `${count(was.length, 'line')} → ${count(comes.length, 'line')}, with little in common`;
  }
  return parts.map(({ added, removed, value }) => ({
    mark: added ? '+' : removed ? '-' : ' ',
    lines: value,
  }));
}
