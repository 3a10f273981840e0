import { formatBlockScalar, formatKey, formatScalar, type ScalarStyle } from './format-scalar.ts';
import { isYamlList, isYamlMap, isYamlScalar, type YamlValue } from './yaml-value.ts';

/** A map or list that fits into this many columns stays on its line. */
const width = 100;

/** The layout of a block. */
export type Layout = {
  /** Columns before the key or the sign of the list. */
  readonly indent: number;
  /** How much deeper each level is. */
  readonly step: number;
  /** True if a text of several lines may be a block scalar. */
  readonly allowsLines: boolean;
};

/** A value in brackets or quotes, on one line. */
export function formatFlow(value: YamlValue): string {
  if (isYamlMap(value))
    return `{${[...value].map((entry) => formatFlowEntry(...entry)).join(', ')}}`;
  if (isYamlList(value)) return `[${value.map(formatFlow).join(', ')}]`;
  return formatScalar(value);
}

/** An entry of a map in brackets. */
export function formatFlowEntry(key: string, value: YamlValue): string {
  return `${formatKey(key)}: ${formatFlow(value)}`;
}

/**
 * An entry of a block map by its lines, the first of them without its indentation. A map or list that is
 * shallow and short stays on the line.
 */
export function formatEntry(
  key: string,
  value: YamlValue,
  layout: Layout,
): readonly [string, ...string[]] {
  const head = `${formatKey(key)}:`;
  const inner = { ...layout, indent: layout.indent + layout.step };
  const block = formatLines(value, { style: 'plain', ...layout });
  if (block !== null) return [`${head} ${block.header}`, ...block.lines];
  if (isYamlScalar(value) || isOnLine(value, layout.indent + head.length + 1))
    return [`${head} ${formatFlow(value)}`];
  return [head, ...formatChildren(value, inner)];
}

/** An item of a block list by its lines, the first of them without its indentation. */
export function formatItem(value: YamlValue, layout: Layout): readonly [string, ...string[]] {
  const block = formatLines(value, { style: 'plain', ...layout });
  if (block !== null) return [`- ${block.header}`, ...block.lines];
  if (!isYamlMap(value) || isOnLine(value, layout.indent + 2)) return [`- ${formatFlow(value)}`];
  const [first = '', ...others] = formatChildren(value, { ...layout, indent: layout.indent + 2 });
  return [`- ${first.trimStart()}`, ...others];
}

/**
 * Formats a text of several lines as an indented block scalar; null otherwise, and if it must fit
 * one line. A block scalar stays one, even with a single line.
 */
export function formatLines(
  value: YamlValue,
  { style, indent, step, allowsLines }: Layout & { readonly style: ScalarStyle },
): { readonly header: string; readonly lines: readonly string[] } | null {
  if (typeof value !== 'string' || !allowsLines) return null;
  const isBlock = style === 'literal' || style === 'folded';
  if (!isBlock && (style !== 'plain' || !value.includes('\n'))) return null;
  const written = formatBlockScalar(value, { style, step });
  if (written === null) return null;
  const margin = ' '.repeat(indent + step);
  return { ...written, lines: written.lines.map((line) => (line === '' ? '' : margin + line)) };
}

/**
 * Returns whether a map or list is short and shallow enough for one line, from a column on. One
 * level of nesting is allowed for a single entry.
 */
export function isOnLine(value: YamlValue, column: number): boolean {
  const depth = depthOf(value);
  const isShallow = depth <= 1 || (depth === 2 && sizeOf(value) === 1);
  return isShallow && column + formatFlow(value).length <= width;
}

/** The entries or items of a map or list by their lines, in a block at a column. */
export function formatChildren(value: YamlValue, layout: Layout): readonly string[] {
  const margin = ' '.repeat(layout.indent);
  const children = isYamlMap(value)
    ? [...value].map(([key, child]) => formatEntry(key, child, layout))
    : isYamlList(value)
      ? value.map((item) => formatItem(item, layout))
      : [];
  return children.flatMap(([first, ...others]) => [margin + first, ...others]);
}

function sizeOf(value: YamlValue): number {
  if (isYamlMap(value)) return value.size;
  return isYamlList(value) ? value.length : 0;
}

function depthOf(value: YamlValue): number {
  if (isYamlScalar(value)) return 0;
  const children = isYamlMap(value) ? [...value.values()] : value;
  return 1 + Math.max(0, ...children.map(depthOf));
}
