import { toShortText } from '../../../kit/text/visible-text.ts';

/** Formats a written value for a message: short, on one line, text in quotes. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a map';
  if (typeof value !== 'string') return String(value);
  const shown = JSON.stringify(toShortText(value, 60));
  // Single quotes avoid escapes if the text holds double quotes only.
  const isPlain = shown.includes('\\"') && !/'|\\[^"]/.test(shown);
  return isPlain ? `'${shown.slice(1, -1).replaceAll('\\"', '"')}'` : shown;
}

/** Names the type of a value. */
export function formatType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

/** Names a type of JSON Schema. */
export function formatSchemaType(type: string): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'a map',
    array: 'a list',
  };
  return names[type] ?? type;
}

/** `a, b or c`. */
export function formatOr(names: readonly string[]): string {
  return join(names, 'or');
}

/** `a, b and c`. */
export function formatAnd(names: readonly string[]): string {
  return join(names, 'and');
}

function join(names: readonly string[], word: string): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
