import { type Document, isMap, isScalar, type Node, parseAllDocuments, type YAMLMap } from 'yaml';
import { isSameJson } from '../../kit/canonical-json.ts';
import { writeYamlName } from '../../kit/yaml-name.ts';

/** The text of a manifest with an entry of a cycle that is made from a file. */
export type AddedEntry =
  /** The entry is there and says so. */
  | { readonly kind: 'there' }
  /** `other`: the entry is there and was made from something else. */
  | { readonly kind: 'added' | 'other'; readonly text: string };

/**
 * Adds an entry to the cycles of an account, by lines at the end of its map; where one is there, or the map stands in
 * brackets, that place alone is written anew. All else stays as it is. Throws where the manifest has no such place:
 * one that was judged has.
 */
export function addCycleEntry(text: string, entry: Entry): AddedEntry {
  const document = (parseAllDocuments(text) as readonly Document[])[entry.documentIndex];
  if (document === undefined) throw new Error(`There is no document ${entry.documentIndex}`);
  const from = document.getIn([...placeOf(entry), 'from'], true) as Node | undefined;
  if (from !== undefined && isSameJson(from.toJS(document), { file: entry.file })) {
    return { kind: 'there' };
  }
  const kind = from === undefined ? 'added' : 'other';
  const written = from === undefined ? insert(text, document, entry) : replace(text, from, entry);
  if (written === null || !isWanted(written, { entry, before: document })) {
    throw new Error('The manifest has no place for the entry');
  }
  return { kind, text: written };
}

function placeOf({ key }: Entry): readonly string[] {
  return ['spec', 'cycles', key];
}

function writeFrom({ file }: Entry): string {
  return `{file: ${JSON.stringify(file)}}`;
}

function replace(text: string, node: Node, entry: Entry): string | null {
  if (!node.range) return null;
  const [start, end] = node.range;
  const isLine = text.slice(start, end).endsWith('\n');
  return `${text.slice(0, start)}${writeFrom(entry)}${isLine ? '\n' : ''}${text.slice(end)}`;
}

function insert(text: string, document: Document, entry: Entry): string | null {
  const cycles = document.getIn(['spec', 'cycles'], true);
  if (!isMap(cycles) || cycles.flow !== true) return insertLines(text, document, entry);
  const written = `${JSON.stringify(entry.key)}: {from: ${writeFrom(entry)}}`;
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
  const first = isMap(map) ? map.items[0]?.key : undefined;
  if (!isMap(map) || map.flow === true || !isScalar(first) || !first.range) return null;
  const from = first.range[0];
  const indent = ' '.repeat(from - (text.lastIndexOf('\n', from - 1) + 1));
  const name = writeYamlName(key);
  const origin = `from: {file: ${writeYamlName(file)}}`;
  const lines =
    cycles === undefined
      ? [`${indent}cycles:`, `${indent}  ${name}:`, `${indent}    ${origin}`]
      : [`${indent}${name}:`, `${indent}  ${origin}`];
  const end = findEnd(text, map);
  const glue = end > 0 && text[end - 1] !== '\n' ? '\n' : '';
  return `${text.slice(0, end)}${glue}${lines.join('\n')}\n${text.slice(end)}`;
}

// The line after the last one that has something of the map.
function findEnd(text: string, map: YAMLMap): number {
  const last = map.items.at(-1);
  const node = (last?.value ?? last?.key) as Node | null | undefined;
  const end = node?.range?.[1] ?? map.range?.[1] ?? text.length;
  if (text[end - 1] === '\n') return end;
  const line = text.indexOf('\n', end);
  return line < 0 ? text.length : line + 1;
}

// What was written is read again: it says what was meant, and nothing else differs.
function isWanted(
  text: string,
  { entry, before }: { readonly entry: Entry; readonly before: Document },
): boolean {
  const document = (parseAllDocuments(text) as readonly Document[])[entry.documentIndex];
  if (document === undefined || document.errors.length > 0) return false;
  const from = document.getIn([...placeOf(entry), 'from'], true) as Node | undefined;
  if (!isSameJson(from?.toJS(document), { file: entry.file })) return false;
  const was = before.clone() as Document;
  for (const each of [document, was]) {
    if (each.hasIn([...placeOf(entry), 'from'])) each.deleteIn([...placeOf(entry), 'from']);
    const left = each.getIn(placeOf(entry), true);
    if (isMap(left) && left.items.length === 0) each.deleteIn(placeOf(entry));
    const cycles = each.getIn(['spec', 'cycles'], true);
    if (isMap(cycles) && cycles.items.length === 0) each.deleteIn(['spec', 'cycles']);
  }
  return isSameJson(document.toJS(), was.toJS());
}
