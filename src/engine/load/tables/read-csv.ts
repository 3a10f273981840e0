import { CsvError, parse } from 'csv-parse/sync';
import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Table } from '../../../model/manifest/table.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { CsvRow, type CsvSource, type RecordPlace, toCellSpan } from './csv-rows.ts';

/** A record, and where the parser found its end. */
type Parsed = {
  readonly record: readonly string[];
  /** `bytes`: all up to its end, with the line end. */
  readonly info: { readonly bytes: number };
};

/** A table, or its mistakes. */
export type ReadTable = {
  readonly table: Table | null;
  readonly diagnostics: readonly Diagnostic[];
};

const lineFeed = 10;
const carriageReturn = 13;

/** Maximum of mistakes that are reported of a table. */
const maxDiagnostics = 20;

/**
 * Reads a CSV table (RFC 4180): a header, then a row for each account. The delimiter is the comma,
 * semicolon or tab after the first column's name. Empty lines are skipped; nothing is a comment.
 */
export function readCsv(file: string, text: string): ReadTable {
  const bytes = Buffer.from(text);
  const delimiter = detectDelimiter(text);
  const source = { file, bytes, delimiter };
  const parsed = parseRecords(source);
  if ('diagnostic' in parsed) return { table: null, diagnostics: [parsed.diagnostic] };
  const [header, ...records] = placeRecords(bytes, parsed.records);
  if (header === undefined) {
    const summary = `The table ${file} is empty`;
    const remedy = 'Write a header with the names of the columns, and a row for each account.';
    return refuse('table-syntax', { summary, at: startOf(file), remedy });
  }
  const { columns, diagnostics } = readHeader(source, header);
  if (diagnostics.length > 0) return { table: null, diagnostics };
  const names = [...header.record];
  const wrong = records.filter(({ record }) => record.length !== names.length);
  if (wrong.length > 0) {
    const mistakes = wrong.slice(0, maxDiagnostics).map(({ place, record }) =>
      reportError('table-syntax', {
        summary: `The row has ${count(record.length, 'cell')}; the header has ${names.length}`,
        at: toCellSpan(source, place, null),
        remedy: `Write ${names.length} cells. Put quotes around a cell that contains the delimiter, a quote or a line end.`,
      }),
    );
    return { table: null, diagnostics: mistakes };
  }
  const owned: CsvSource = { ...source, columns: names };
  const rows = records
    .filter(({ record }) => record.some((cell) => cell !== ''))
    .map(({ place, record }) => new CsvRow(owned, place, record));
  return { table: { file, columns, rows, isText: true }, diagnostics: [] };
}

type PlacedRecord = { readonly record: readonly string[]; readonly place: RecordPlace };

function readHeader(
  source: Omit<CsvSource, 'columns'>,
  { record, place }: PlacedRecord,
): { readonly columns: Map<string, SourceSpan>; readonly diagnostics: readonly Diagnostic[] } {
  const columns = new Map<string, SourceSpan>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, name] of record.entries()) {
    const at = toCellSpan(source, place, index);
    const first = columns.get(name);
    if (name !== '' && first === undefined) columns.set(name, at);
    else
      diagnostics.push(
        reportError('table-syntax', {
          summary:
            name === '' ? `Column ${index + 1} has no name` : `Two columns are named ${name}`,
          at,
          ...(first === undefined ? {} : { related: [{ at: first, says: 'the first one' }] }),
          remedy: 'Write a different name for each column in the first line.',
        }),
      );
  }
  return { columns, diagnostics };
}

// Names of columns have no such characters, so the first one outside of quotes is it.
function detectDelimiter(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  return /[,;\t]/.exec(first.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ',';
}

function parseRecords({
  file,
  bytes,
  delimiter,
}: Omit<CsvSource, 'columns'>):
  | { readonly records: readonly Parsed[] }
  | { readonly diagnostic: Diagnostic } {
  try {
    const records: unknown = parse(bytes, {
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return { records: records as readonly Parsed[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { diagnostic: reportSyntax(file, error) };
  }
}

function reportSyntax(file: string, error: CsvError): Diagnostic {
  const line = typeof error.lines === 'number' ? error.lines : 1;
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
  return reportError('table-syntax', {
    summary: isOpen
      ? 'A quote is not closed before the end of the table'
      : 'A quote is inside a cell, or text follows a quoted cell',
    at: { ...startOf(file), line, endLine: line },
    remedy: 'Put quotes around the whole cell, and write each quote in it twice.',
  });
}

// The parser returns where a record ends; line ends between two records are empty lines.
function placeRecords(bytes: Buffer, records: readonly Parsed[]): readonly PlacedRecord[] {
  let [offset, line] = [0, 1];
  return records.map(({ record, info }) => {
    let from = offset;
    while (bytes[from] === lineFeed || bytes[from] === carriageReturn) from += 1;
    const place = {
      from,
      to: trimLineEnd(bytes, info.bytes),
      line: line + countLines(bytes, offset, from),
    };
    line += countLines(bytes, offset, info.bytes);
    offset = info.bytes;
    return { record, place };
  });
}

/** Counts line ends: LF, CR and CRLF. */
function countLines(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const isPair = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed && at + 1 < to;
    if (!isPair && (bytes[at] === lineFeed || bytes[at] === carriageReturn)) lines += 1;
  }
  return lines;
}

function trimLineEnd(bytes: Buffer, end: number): number {
  let to = end;
  while (to > 0 && (bytes[to - 1] === lineFeed || bytes[to - 1] === carriageReturn)) to -= 1;
  return to;
}

function startOf(file: string): SourceSpan {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
}

function refuse(...words: Parameters<typeof reportError>): ReadTable {
  return { table: null, diagnostics: [reportError(...words)] };
}
