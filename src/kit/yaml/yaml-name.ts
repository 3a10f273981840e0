import { toVisibleJson } from '../text/visible-text.ts';

/** Words that a reader of YAML may take for something else than text. */
const notText = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/**
 * Formats a text as YAML on one line, plain if safe, else in double quotes, with control characters
 * escaped. Valid as a key, a value and inside `{}`.
 */
export function formatYamlName(text: string): string {
  const isPlain = /^[\p{L}_](?:[\p{L}\p{N}_./ -]*[\p{L}\p{N}_])?$/u.test(text);
  if (isPlain && !notText.has(text.toLowerCase())) return text;
  return toVisibleJson(JSON.stringify(text));
}
