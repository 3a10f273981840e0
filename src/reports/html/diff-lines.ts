import { count } from '../../kit/text/text-layout.ts';
import { toShortEnd } from '../../kit/text/to-short-visible.ts';
import type { LongTexts } from '../blocks/block.ts';
import { listTextParts } from '../blocks/objects/list-text-parts.ts';
import type { DiffLine } from './page-data.ts';

/** Characters of a line that are shown. */
const lineLength = 1_000;
/** Lines that are the same around a difference, and lines that are shown in all. */
const context = 2;
const maxLines = 200;
/** The difference between two texts by line, with a little context. */
export function makeDiffLines(texts: LongTexts): readonly DiffLine[] {
  const parts = listTextParts(texts);
  if (typeof parts === 'string') return [['…', parts]];
  const lines = parts.flatMap(({ mark, lines: own }, index): readonly DiffLine[] => {
    if (mark !== ' ') return own.slice(0, maxLines + 1).map((line) => makeDiffLine(mark, line));
    return foldSame(own, { first: index === 0, last: index === parts.length - 1 });
  });
  return cutLines(lines);
}

function foldSame(
  lines: readonly string[],
  { first, last }: { readonly first: boolean; readonly last: boolean },
): readonly DiffLine[] {
  const head = first ? 0 : context;
  const tail = last ? 0 : context;
  const left = lines.length - head - tail;
  const show = (some: readonly string[]) => some.map((line) => makeDiffLine(' ', line));
  if (left <= 1) return show(lines);
  const same: DiffLine = ['…', `${count(left, 'line')} the same`];
  return [...show(lines.slice(0, head)), same, ...show(lines.slice(lines.length - tail))];
}

function cutLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  if (lines.length <= maxLines) return lines;
  return [
    ...lines.slice(0, maxLines),
    ['…', 'the rest is not shown; the JSON of this report has it'],
  ];
}

function makeDiffLine(mark: '-' | '+' | ' ', line: string): DiffLine {
  const shown = toShortEnd(line, lineLength);
  const isCut = line.length > lineLength;
  return [mark, isCut ? `${shown} (${count(line.length, 'character')})` : shown];
}
