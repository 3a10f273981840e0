import { toShortMiddle } from './to-short-visible.ts';
import { toVisible } from './visible-text.ts';

/** Columns of a value; a longer one is truncated in the middle, with its length. */
const maxValueLength = 200;

/** Columns of a name; a longer one is cut in the middle. */
const maxNameLength = 120;

/** Columns of a sentence; a longer one is cut in the middle. */
const maxSentenceLength = 800;

/** A name from a manifest or from the service: every sign visible, and never longer than a line or two. */
export function formatName(name: string): string {
  return toShortMiddle(name, maxNameLength);
}

/** A sentence that may hold names, with every sign visible and no longer than a paragraph. */
export function toLine(sentence: string): string {
  return toShortMiddle(sentence, maxSentenceLength);
}

/** Quotes a text with a mark that it does not contain, so that its end is clear. */
export function formatQuoted(text: string): string {
  const shown = toShortMiddle(text, maxValueLength);
  const isWhole = text.length <= maxValueLength && shown === toVisible(text);
  const length = isWhole ? '' : ` (${text.length} characters)`;
  if (!shown.includes('"')) return `"${shown}"${length}`;
  if (!shown.includes("'")) return `'${shown}'${length}`;
  return `"${shown.replaceAll('"', '\\"')}"${length}`;
}
