import { count, formatIndented } from '../../kit/text/text-layout.ts';
import { toShortEnd, toShortMiddle } from '../../kit/text/to-short-visible.ts';
import type { LongTexts } from '../blocks/block.ts';
import { listTextParts } from '../blocks/objects/list-text-parts.ts';
import type { Paint } from './paint.ts';

const margin = 10;
/** Lines shown of one run of removed or added lines, and runs shown in all. */
const maxLines = 4;
const maxRuns = 4;
/** Characters of context before a difference. */
const lead = 20;

/** The difference between two long texts in a few lines: `-` was there, `+` comes. */
export function formatTextDiff(texts: LongTexts, paint: Paint): string {
  const isOneLine = !texts.before.includes('\n') && !texts.after.includes('\n');
  const lines = isOneLine ? formatLineDiff(texts, paint) : formatRuns(texts, paint);
  return lines.map((line) => formatIndented(line, margin)).join('\n');
}

// Both lines begin a little before the place where they part.
function formatLineDiff({ before, after }: LongTexts, paint: Paint): string[] {
  const from = findLead(before, after);
  const most = toLineWidth(paint);
  return [
    paint.red(`- ${formatFrom(before, from, most)}`),
    paint.green(`+ ${formatFrom(after, from, most)}`),
  ];
}

function findLead(before: string, after: string): number {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - lead);
  // No pair of halves is cut in two.
  return /[\udc00-\udfff]/.test(before[from] ?? '') ? from - 1 : from;
}

/** Columns of a line of the difference, after its mark. */
function toLineWidth({ columns }: Paint): number {
  return columns - margin - 2;
}

function formatFrom(text: string, from: number, most: number): string {
  if (text === '') return '(empty)';
  const length = ` (${count(text.length, 'character')})`;
  const part = `${from > 0 ? '…' : ''}${text.slice(from)}`;
  return `${toShortEnd(part, most - length.length)}${length}`;
}

function formatRuns(texts: LongTexts, paint: Paint): string[] {
  const parts = listTextParts(texts);
  if (typeof parts === 'string') return [parts];
  const runs = parts.filter(({ mark }) => mark !== ' ');
  const shown = runs.slice(0, maxRuns).flatMap(({ mark, lines: own }) => {
    const colour = mark === '+' ? paint.green : paint.red;
    const lines = own
      .slice(0, maxLines)
      .map((line) => colour(formatLine(mark, line, toLineWidth(paint))));
    const left = own.length - lines.length;
    return left === 0 ? lines : [...lines, colour(`${mark} … ${count(left, 'more line')}`)];
  });
  const left = runs.slice(maxRuns).reduce((sum, { lines }) => sum + lines.length, 0);
  return left === 0 ? shown : [...shown, `… ${count(left, 'more line')}`];
}

function formatLine(mark: string, line: string, most: number): string {
  return line === '' ? `${mark} (an empty line)` : `${mark} ${toShortMiddle(line, most)}`;
}
