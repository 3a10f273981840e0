import { formatUnseen } from '../text/visible-text.ts';
import type { YamlScalar } from './yaml-value.ts';

/** How a scalar was written that gets another value. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/**
 * A scalar on one line that reads back as exactly this value, in a block and inside of brackets: in the style that
 * is wished where it can say it, else in quotes. Nothing in it acts on a terminal or is unseen.
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
 * The lines of a block scalar without their indentation, and its header; null for a text that needs escapes or ends
 * in more than one line end. `step` is how far its lines are from what holds it.
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

// Controls, among them line ends and tabs, and what nobody sees must be escaped.
function isPrintable(text: string): boolean {
  return formatUnseen(text, () => '').length === text.length;
}

/** Words that a reader of YAML, also of an older version of it, takes for something else than text. */
const notText = /^(?:true|false|null|yes|no|on|off|y|n|~|<<|=)$/i;

/** Numbers of YAML 1.2, and what an older version takes for one: signs of thousands, base 60, dates. */
const numberLike =
  /^[-+]?(?:0[xob][\da-f_]+|\.?\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?|\d{4}-\d\d?-\d\d?)$/i;

// What is left may still hold a moment such as 2026-12-01T06:00:00Z, which is text in YAML 1.2.
function isPlain(text: string): boolean {
  if (text === '' || text !== text.trim() || !isPrintable(text)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`.]/.test(text) || /[,[\]{}]|: |:$| #/.test(text)) return false;
  return !notText.test(text) && !numberLike.test(text);
}
