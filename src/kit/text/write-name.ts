import { cutMiddle } from './cut-text.ts';
import { toVisible } from './visible-text.ts';

/** Columns of a value; a longer one is cut in the middle, with its length said. */
const longestValue = 200;

/** Columns of a name; a longer one is cut in the middle. */
const longestName = 120;

/** Columns of a sentence; a longer one is cut in the middle. */
const longestSentence = 800;

/** A name from a manifest or from the service: every sign visible, and never longer than a line or two. */
export function writeName(name: string): string {
  return cutMiddle(name, longestName);
}

/** A sentence that may hold names, with every sign visible and no longer than a paragraph. */
export function toLine(sentence: string): string {
  return cutMiddle(sentence, longestSentence);
}

/** Text in quotes that it does not hold itself, so that nobody takes a part of it for the end. */
export function quote(text: string): string {
  const shown = cutMiddle(text, longestValue);
  const isWhole = text.length <= longestValue && shown === toVisible(text);
  const length = isWhole ? '' : ` (${text.length} characters)`;
  if (!shown.includes('"')) return `"${shown}"${length}`;
  if (!shown.includes("'")) return `'${shown}'${length}`;
  return `"${shown.replaceAll('"', '\\"')}"${length}`;
}
