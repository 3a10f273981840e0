import { toShortMiddle } from './to-short-visible.ts';
import { formatUnseen, toVisible, toVisibleJson } from './visible-text.ts';

/** Words that a reader of YAML may take for something else than text. */
const notText = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

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

/** A text on one line: line breaks and other white space become a space. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
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

/**
 * Text as one argument of a command that people paste into a shell. One with unseen characters is `$'…'`, which
 * bash, zsh and ksh read; one that cannot be an argument is only shown.
 */
export function formatArgument(text: string): string {
  const shown = toVisible(text);
  if (shown !== text && isPossibleArgument(text))
    return `$'${formatUnseen(toEscaped(text), toOctal)}'`;
  // Behind an equals sign at the beginning, zsh looks for a program.
  return /^(?!=)[\w./:=@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

/** Returns whether a program can be given a text: not one with the end of a text, or half a character, in it. */
export function isPossibleArgument(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

// No backslash before a quote, because what wraps commands looks for the next quote.
function toEscaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", '\\047');
}

// Octal, because some shells read any number of hexadecimal digits; by bytes, because that needs no locale.
function toOctal(sign: string): string {
  if (sign === '\n') return '\\n';
  const bytes = new TextEncoder().encode(sign);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/**
 * Formats a text as YAML on one line, plain if safe, else in double quotes, with control characters
 * escaped. Valid as a key, a value and inside `{}`.
 */
export function formatYamlName(text: string): string {
  const isPlain = /^[\p{L}_](?:[\p{L}\p{N}_./ -]*[\p{L}\p{N}_])?$/u.test(text);
  if (isPlain && !notText.has(text.toLowerCase())) return text;
  return toVisibleJson(JSON.stringify(text));
}
