import { type Document, isMap, isScalar, type Node, parseAllDocuments, type YAMLMap } from 'yaml';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatYamlName } from '../../../kit/text/format-name.ts';

/** Text of a manifest with an entry of a cycle from a file. */
export type AddedEntry =
  /** The entry exists and names the file. */
  | { readonly kind: 'there' }
  /** The entry or its map is an alias, so no text can replace it. */
  | { readonly kind: 'no-place' }
  /** `other`: the entry exists with another origin. */
  | { readonly kind: 'added' | 'other'; readonly text: string };

/**
 * Adds a cycle entry at the end of its map, or replaces its origin; keeps all else, with line ends
 * and comments. Rewrites the entry of a map in brackets alone.
 */
export function addCycleEntry(text: string, entry: Entry): AddedEntry {
  const document = (parseAllDocuments(text) as readonly Document[])[entry.documentIndex];
  if (document === undefined) throw new Error(`The file has no document ${entry.documentIndex}`);
  const from = document.getIn([...toPath(entry), 'from'], true) as Node | undefined;
  if (from !== undefined && isSameJson(from.toJS(document), { file: entry.file })) {
    return { kind: 'there' };
  }
  const kind = from === undefined ? 'added' : 'other';
  const written = from === undefined ? insert(text, document, entry) : replace(text, from, entry);
  if (written === null || !isAsIntended(written, { entry, before: document })) {
    return { kind: 'no-place' };
  }
  return { kind, text: written };
}

function toPath({ key }: Entry): readonly string[] {
  return ['spec', 'cycles', key];
}

function formatFrom({ file }: Entry): string {
  return `{file: ${JSON.stringify(file)}}`;
}

function replace(text: string, node: Node, entry: Entry): string | null {
  if (!node.range) return null;
  const [start, end] = node.range;
  const isLine = text.slice(start, end).endsWith('\n');
  return `${text.slice(0, start)}${formatFrom(entry)}${isLine ? '\n' : ''}${text.slice(end)}`;
}

function insert(text: string, document: Document, entry: Entry): string | null {
  const cycles = document.getIn(['spec', 'cycles'], true);
  if (!isMap(cycles) || cycles.flow !== true) return insertLines(text, document, entry);
  const written = `${JSON.stringify(entry.key)}: {from: ${formatFrom(entry)}}`;
  const last = cycles.items.at(-1)?.value as Node | null | undefined;
  const at = last?.range?.[1] ?? (cycles.range?.[0] ?? 0) + 1;
  return `${text.slice(0, at)}${last ? ', ' : ''}${written}${text.slice(at)}`;
}

type Entry = { readonly documentIndex: number; readonly key: string; readonly file: string };

function insertLines(text: string, document: Document, { key, file }: Entry): string | null {
  const spec = document.get('spec', true);
  if (!isMap(spec)) return null;
  const cycles = spec.get('cycles', true);
  const map = cycles === undefined ? spec : cycles;
  if (!isMap(map) || map.flow === true) return null;
  const indent = findIndent(text, map);
  if (indent === null) return null;
  const written = [`${formatYamlName(key)}:`, `from: {file: ${formatYamlName(file)}}`];
  const lines = cycles === undefined ? ['cycles:', ...written] : written;
  const step = findStep(text, { map, indent, isSpec: map === spec });
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const block = lines
    .map((line, depth) => `${' '.repeat(indent + depth * step)}${line}${newline}`)
    .join('');
  const end = findEnd(text, map, indent);
  const glue = end > 0 && text[end - 1] !== '\n' ? newline : '';
  return `${text.slice(0, end)}${glue}${block}${text.slice(end)}`;
}

/** Counts the spaces before the keys of a map; null when no key starts a line. */
function findIndent(text: string, map: YAMLMap): number | null {
  const first = map.items[0]?.key;
  if (!isScalar(first) || !first.range) return null;
  const [from] = first.range;
  return from - (text.lastIndexOf('\n', from - 1) + 1);
}

// Reads the indentation step of the file.
function findStep(
  text: string,
  {
    map,
    indent,
    isSpec,
  }: { readonly map: YAMLMap; readonly indent: number; readonly isSpec: boolean },
): number {
  if (isSpec) return Math.max(1, indent);
  const inner = map.items
    .map(({ value }) => (isMap(value) && value.flow !== true ? findIndent(text, value) : null))
    .find((found) => found !== null);
  return inner === undefined || inner === null || inner <= indent ? 2 : inner - indent;
}

// Finds the line after the map, with its deeper comments.
function findEnd(text: string, map: YAMLMap, indent: number): number {
  const last = map.items.at(-1);
  const node = (last?.value ?? last?.key) as Node | null | undefined;
  let end = node?.range?.[1] ?? map.range?.[1] ?? text.length;
  if (text[end - 1] !== '\n') end = toNextLine(text, end);
  const comment = / *(?=#)/y;
  for (;;) {
    comment.lastIndex = end;
    const spaces = comment.exec(text)?.[0].length ?? 0;
    if (spaces <= indent) return end;
    end = toNextLine(text, end);
  }
}

function toNextLine(text: string, from: number): number {
  const line = text.indexOf('\n', from);
  return line < 0 ? text.length : line + 1;
}

// Reads the result again to check that nothing else changed.
function isAsIntended(
  text: string,
  { entry, before }: { readonly entry: Entry; readonly before: Document },
): boolean {
  const document = (parseAllDocuments(text) as readonly Document[])[entry.documentIndex];
  if (document === undefined || document.errors.length > 0) return false;
  const from = document.getIn([...toPath(entry), 'from'], true) as Node | undefined;
  if (!isSameJson(from?.toJS(document), { file: entry.file })) return false;
  const was = before.clone() as Document;
  for (const each of [document, was]) {
    if (each.hasIn([...toPath(entry), 'from'])) each.deleteIn([...toPath(entry), 'from']);
    const left = each.getIn(toPath(entry), true);
    if (isMap(left) && left.items.length === 0) each.deleteIn(toPath(entry));
    const cycles = each.getIn(['spec', 'cycles'], true);
    if (isMap(cycles) && cycles.items.length === 0) each.deleteIn(['spec', 'cycles']);
  }
  return isSameJson(document.toJS(), was.toJS());
}
