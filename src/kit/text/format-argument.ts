import { toVisible } from './visible-text.ts';

/** Text as one argument of a command that people paste into a shell. */
export function formatArgument(text: string): string {
  const shown = toVisible(text);
  return /^[\w./:=@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
