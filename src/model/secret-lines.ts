import { findNearest } from '../kit/nearest.ts';

/** Keys of manifests under which a secret may stand, whatever the key that it stands at is called. */
const holders = [
  'auth',
  'properties',
  'parameters',
  'variables',
  'errorWebhook',
  'token',
  'postgres',
  'slack',
  'webhook',
];

/** A line above, which lines beneath it belong to. */
type Level = {
  readonly indent: number;
  readonly holds: boolean;
  /** Nothing stands behind its key. */
  readonly isEmpty: boolean;
};

/**
 * Whether a line of a broken file may belong to a key that holds secrets, by its indentation. No schema can judge such
 * a file, so that a line counts as beneath where its indentation fits no line above, or where a bracket or a quote of
 * a line beneath is left open.
 */
export function isBeneathHolder(lines: readonly string[], index: number): boolean {
  let levels: readonly Level[] = [];
  for (const line of lines.slice(0, index + 1)) {
    if (line.trim() === '') continue;
    const indent = line.length - line.trimStart().length;
    const above = listAbove(levels, indent);
    const holds = above.some((level) => level.holds) || namesHolder(line);
    if (holds && isLeftOpen(line)) return true;
    levels = [...above, { indent, holds, isEmpty: line.trimEnd().endsWith(':') }];
  }
  return levels.at(-1)?.holds ?? false;
}

/** The levels that a line with so much indentation may stand beneath. */
function listAbove(levels: readonly Level[], indent: number): readonly Level[] {
  const ended = levels.findIndex((level) => level.indent >= indent);
  // Deeper than all of them.
  if (ended === -1) return levels;
  // An indentation that fits none is wrong, and ends nothing.
  if (levels[ended]?.indent !== indent) return levels;
  // A key without anything behind it and beneath it may have been meant to have this line.
  const isMeant = ended === levels.length - 1 && levels[ended]?.isEmpty === true;
  return isMeant ? levels : levels.slice(0, ended);
}

function namesHolder(line: string): boolean {
  const keys = [...line.matchAll(/([A-Za-z_-]{3,40})["']?\s*:(?=\s|$)/g)].map(
    ([, key = '']) => key,
  );
  return keys.some((key) => findNearest(key, holders).length > 0 || isShuffled(key));
}

// Two letters that changed places count as two, which is too far from a short name.
function isShuffled(key: string): boolean {
  const sort = (text: string) => [...text].sort().join('');
  return holders.some((holder) => sort(holder) === sort(key));
}

function isLeftOpen(line: string): boolean {
  const count = (signs: RegExp) => (line.match(signs) ?? []).length;
  return count(/[[{]/g) > count(/[\]}]/g) || count(/"/g) % 2 === 1 || count(/'/g) % 2 === 1;
}
