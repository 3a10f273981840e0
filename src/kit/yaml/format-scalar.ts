import { formatUnseen } from '../text/visible-text.ts';
import type { YamlScalar } from './yaml-value.ts';

/** How a scalar was written that gets another value. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/**
 * Formats a scalar on one line that reads back as this value, in block and flow: in the given style
 * if possible, else quoted. Control characters are escaped.
 */
export function formatScalar(value: YamlScalar, style: ScalarStyle = 'plain'): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value);
  if (style === 'double') return formatDouble(value);
  if (style === 'single' && isPrintable(value)) return formatSingle(value);
  if (style === 'plain' && isPlain(value)) return value;
  if (style === 'plain' && /["\\]/.test(value) && isPrintable(value)) return formatSingle(value);
  return formatDouble(value);
}

/** A key, plain where that is safe; a quoted one keeps on being one line. */
export function formatKey(name: string): string {
  return formatScalar(name);
}

/**
 * Formats a block scalar: its header and its lines without indentation; null if the text needs
 * escapes or ends in several line ends. `step` is the indentation.
 */
export function formatBlockScalar(
  text: string,
  { style, step }: { readonly style: ScalarStyle; readonly step: number },
): { readonly header: string; readonly lines: readonly string[] } | null {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n');
  if (!lines.every(isPrintable) || !hasInk(lines[0]) || !hasInk(lines.at(-1))) return null;
  const isFolded = style === 'folded' && lines.length === 1 && !/^\s/.test(body);
  const indicator = /^\s/.test(body) ? String(step) : '';
  if (indicator !== '' && (step < 1 || step > 9)) return null;
  const chomp = text.endsWith('\n') ? '' : '-';
  return { header: `${isFolded ? '>' : '|'}${indicator}${chomp}`, lines };
}

function hasInk(line: string | undefined): boolean {
  return line !== undefined && /\S/.test(line);
}

function formatSingle(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// The escapes of JSON are escapes of YAML too; a sign beyond 16 bits has one of its own.
function formatDouble(text: string): string {
  return formatUnseen(JSON.stringify(text), formatEscape);
}

function formatEscape(sign: string): string {
  const hex = (sign.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

// Controls and invisible characters must be escaped.
function isPrintable(text: string): boolean {
  return formatUnseen(text, () => '').length === text.length;
}

/** Words that a reader of YAML, also of an older version of it, takes for something else than text. */
const notText = /^(?:true|false|null|yes|no|on|off|y|n|~|<<|=)$/i;

/**
 * Numbers of YAML 1.2, and texts that older versions read as one: thousands separators, base 60,
 * dates.
 */
const numberLike =
  /^[-+]?(?:0[xob][\da-f_]+|\.?\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?|\d{4}-\d\d?-\d\d?)$/i;

// The rest may still be a timestamp such as 2026-12-01T06:00:00Z, which is text in YAML 1.2.
function isPlain(text: string): boolean {
  if (text === '' || text !== text.trim() || !isPrintable(text)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`.]/.test(text) || /[,[\]{}]|: |:$| #/.test(text)) return false;
  return !notText.test(text) && !numberLike.test(text);
}
