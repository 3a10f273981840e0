import { isMap } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { TableRow } from '../../../model/manifest/table.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { parseDocuments } from '../parse-documents.ts';
import type { ReadTable } from './read-csv.ts';

/** Columns that are written as maps: `ids: {prod: …}` is the cell `ids.prod`. */
const maps: ReadonlySet<string> = new Set(['ids', 'labels']);

/** Reads a YAML or JSON table: a list of maps, one for each account. */
export function readRows(file: string, text: string): ReadTable {
  const { documents, diagnostics } = parseDocuments(file, text);
  const [document, second] = documents;
  if (document === undefined || diagnostics.length > 0) return { table: null, diagnostics };
  if (second !== undefined || !Array.isArray(document.written)) {
    return {
      table: null,
      diagnostics: [
        reportError('table-syntax', {
          summary:
            second === undefined
              ? 'A table must be a list with a map for each account'
              : 'A table must be one document',
          at: (second ?? document).spanOf(''),
          remedy: 'Write - name: NAME and the other columns of the account below it.',
        }),
      ],
    };
  }
  const columns = new Map<string, SourceSpan>();
  const mistakes: Diagnostic[] = [];
  const rows = (document.written as readonly unknown[]).flatMap((written, index) => {
    const pointer = `/${index}`;
    if (!isMap(written)) {
      const at = document.spanOf(pointer);
      const summary = `Row ${index + 1} is not a map`;
      mistakes.push(reportError('table-syntax', { summary, at }));
      return [];
    }
    const row = toRow(document, pointer, written);
    for (const [column, place] of row.pointers) {
      if (!columns.has(column)) columns.set(column, document.keySpanOf(place));
    }
    return [row];
  });
  if (mistakes.length > 0) return { table: null, diagnostics: mistakes };
  return { table: { file, columns, rows, isText: false }, diagnostics: [] };
}

function toRow(
  document: RawDocument,
  pointer: string,
  written: Readonly<Record<string, unknown>>,
): TableRow & { readonly pointers: ReadonlyMap<string, string> } {
  const cells = new Map<string, unknown>();
  const pointers = new Map<string, string>();
  for (const [name, value] of Object.entries(written)) {
    const own = toEntryPointer(pointer, name);
    const isNested = maps.has(name) && isMap(value);
    const entries = isNested
      ? Object.entries(value).map(
          ([key, part]) => [`${name}.${key}`, part, toEntryPointer(own, key)] as const,
        )
      : [[name, value, own] as const];
    for (const [column, part, place] of entries) {
      cells.set(column, part);
      pointers.set(column, place);
    }
  }
  const toPlace = (column: string) => pointers.get(column) ?? pointer;
  return {
    cells,
    pointers,
    spanOf: (column) => document.spanOf(toPlace(column)),
    sourceOf: (column) => document.sourceOf(toPlace(column)),
  };
}
