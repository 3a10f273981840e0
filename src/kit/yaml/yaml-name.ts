import { toVisibleJson } from '../text/visible-text.ts';

/** Words that a reader of YAML may take for something else than text. */
const notText = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/**
 * A text as YAML has it on one line, plain where that is safe and in double quotes elsewhere, with
 * nothing in it that a terminal acts upon. It can be pasted as a key, as a value and into `{}`.
 */
export function formatYamlName(text: string): string {
  const isPlain = /^[\p{L}_](?:[\p{L}\p{N}_./ -]*[\p{L}\p{N}_])?$/u.test(text);
  if (isPlain && !notText.has(text.toLowerCase())) return text;
  return toVisibleJson(JSON.stringify(text));
}
