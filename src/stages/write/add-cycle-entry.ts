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
 * Adds an entry to the cycles of an account, by lines at the end of its map: all other lines stay as they are.
 * Only where the map stands in brackets, or an entry of the name is there, the document is written anew.
 */
export function addCycleEntry(
  text: string,
  entry: { readonly documentIndex: number; readonly key: string; readonly file: string },
): AddedEntry {
  const documents = parseAllDocuments(text) as readonly Document[];
  const document = documents[entry.documentIndex];
  if (document === undefined) throw new Error(`There is no document ${entry.documentIndex}`);
  const at = ['spec', 'cycles', entry.key];
  const from = { file: entry.file };
  const before = document.getIn([...at, 'from']) as { toJSON?: () => unknown } | undefined;
  if (before !== undefined && isSameJson(before.toJSON?.() ?? before, from))
    return { kind: 'there' };
  const isThere = document.hasIn(at);
  const wanted = { ...(document.toJS() as object) };
  const lines = isThere ? null : insertLines(text, document, entry);
  if (lines !== null && isWanted(lines, { entry, wanted })) return { kind: 'added', text: lines };
  document.setIn([...at, 'from'], document.createNode(from, { flow: true }));
  const written = documents.map(String).join('');
  return { kind: isThere ? 'other' : 'added', text: written };
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

// What was inserted is read again: it says what was meant, and nothing else differs.
function isWanted(
  text: string,
  { entry, wanted }: { readonly entry: Entry; readonly wanted: object },
): boolean {
  const document = (parseAllDocuments(text) as readonly Document[])[entry.documentIndex];
  if (document === undefined || document.errors.length > 0) return false;
  const at = ['spec', 'cycles', entry.key];
  const found = document.getIn([...at, 'from']) as { toJSON?: () => unknown } | undefined;
  if (!isSameJson(found?.toJSON?.(), { file: entry.file })) return false;
  document.deleteIn(at);
  const rest = document.toJS() as { spec?: { cycles?: object } };
  const had = (wanted as { spec?: { cycles?: object } }).spec?.cycles;
  if (had === undefined && rest.spec !== undefined) delete rest.spec.cycles;
  return isSameJson(rest, wanted);
}
