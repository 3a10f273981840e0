import stringWidth from 'string-width';
import { columns as defaultColumns, toWrappedLines } from '../../kit/text/text-layout.ts';
import { toShortText, toVisible } from '../../kit/text/visible-text.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { findSecretLines } from '../../model/secret/secret-lines.ts';
import { isPossiblySecretLine } from '../../model/secret/secret-name.ts';
import { formatSpan, type SourceSpan } from '../../model/source-span.ts';
import { formatRemedy, listDiagnosticFacts } from '../blocks/make-diagnostic-block.ts';

const maxText = 1000;

/** A bound, because a branch may have a hundred mistakes in each of its files. */
const maxShown = 500;

/** The text of a file by its path, or null. */
type ReadSource = (file: string) => string | null;

/**
 * Diagnostics as text in the order of files: place, words, marked line, related places, remedy. A
 * line that may contain a secret is never shown, and of a row only the marked cell.
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  readSource: ReadSource,
  columns = defaultColumns,
): string {
  const hidden = listHiddenLines(diagnostics);
  const known = new Map<string, SourceText>();
  const readText = (file: string): SourceText => {
    const text = known.get(file) ?? splitText(readSource(file) ?? '');
    known.set(file, text);
    return text;
  };
  const sorted = [...diagnostics].sort(compareDiagnostics);
  const left = sorted.length - maxShown;
  const rest = `${left} more are not shown. Fix these first, or list all with --format json.\n`;
  return [
    ...sorted
      .slice(0, maxShown)
      .map((diagnostic) => formatDiagnostic(diagnostic, { readText, hidden, columns }))
      .map((lines) => `${lines.join('\n')}\n`),
    ...(left > 0 ? [rest] : []),
  ].join('\n');
}

type SourceText = {
  readonly lines: readonly string[];
  /** True if the line may belong to a key that holds secrets. */
  readonly isBeneathHolder: (index: number) => boolean;
};

function splitText(text: string): SourceText {
  const lines = text.split(/\r?\n/);
  let beneath: readonly boolean[] | null = null;
  const isBeneathHolder = (index: number) => {
    beneath ??= findSecretLines(lines);
    return beneath[index] === true;
  };
  return { lines, isBeneathHolder };
}

/** Sources of the lines, and those to hide. */
type Sources = {
  readonly readText: (file: string) => SourceText;
  readonly hidden: ReadonlySet<string>;
  readonly columns: number;
};

function formatDiagnostic(diagnostic: Diagnostic, sources: Sources): string[] {
  const { code, severity, summary, at, address, related = [] } = diagnostic;
  const wrap = (text: string, margins: Margins) => wrapIn(sources.columns, text, margins);
  // A summary that begins with the address needs no other place.
  const isNamed = address !== undefined && summary.startsWith(address);
  const location = at !== undefined ? formatSpan(at) : isNamed ? '' : (address ?? '');
  const head = `${location === '' ? '' : `${location}: `}${severity}: ${summary} [${code}]`;
  return [
    ...wrap(head, { first: '', others: '    ' }),
    ...(at === undefined ? [] : formatSourceLine(at, code, sources)),
    ...related.flatMap((other) => [
      ...wrap(`${other.says}: ${formatSpan(other.at)}`, { first: '  ', others: '    ' }),
      ...formatSourceLine(other.at, code, sources),
    ]),
    ...listDiagnosticFacts(diagnostic).flatMap((line) =>
      wrap(line, { first: '  ', others: '    ' }),
    ),
    ...wrap(formatRemedy(diagnostic), { first: '  → ', others: '    ' }),
  ];
}

function formatSourceLine(
  at: SourceSpan,
  code: DiagnosticCode,
  { readText, hidden, columns }: Sources,
): readonly string[] {
  const { lines, isBeneathHolder } = readText(at.file);
  const line = lines[at.line - 1] ?? '';
  const isSuspect =
    hidden.has(toLineKey(at.file, at.line)) ||
    isPossiblySecretLine(lines, at.line - 1) ||
    (isUnread(code) && isBeneathHolder(at.line - 1));
  if (isSuspect) return [`  ${at.line} | (not shown: this line may contain a secret)`];
  if (at.file.endsWith('.csv')) return formatCell(line, at, columns);
  const shown = code === 'unknown-key' ? cutValue(line, at) : line;
  return formatCodeFrame(shown, at, columns - 2).map((each) => `  ${each}`);
}

// Other cells of a row may hold a secret that a mistake keeps from being found.
function formatCell(line: string, at: SourceSpan, columns: number): readonly string[] {
  const isRow = at.column === 1 && at.endLine >= at.line && at.endColumn > line.length;
  const end = at.endLine > at.line ? line.length : at.endColumn - 1;
  const cell = line.slice(at.column - 1, end);
  if (isRow || cell === '') return [];
  const place = { ...at, column: 1, endLine: at.line, endColumn: cell.length + 1 };
  return formatCodeFrame(cell, place, columns - 2).map((each) => `  ${each}`);
}

/** Returns whether no schema has validated the value at this place. */
function isUnread(code: DiagnosticCode): boolean {
  return code.startsWith('yaml-') || unreadCodes.has(code);
}

const unreadCodes: ReadonlySet<DiagnosticCode> = new Set([
  'empty-value',
  'unknown-key',
  'wrong-type',
]);

// Hides the value of an unknown key, because it may be a misspelled key of a secret.
function cutValue(line: string, at: SourceSpan): string {
  const rest = line.slice(at.endColumn - 1);
  return /^["']?\s*:\s*\S/.test(rest) ? `${line.slice(0, at.endColumn - 1)}: …` : line;
}

/** Starts of the first line and of the others. */
type Margins = { readonly first: string; readonly others: string };

function wrapIn(columns: number, text: string, { first, others }: Margins): string[] {
  return toWrappedLines(toVisible(toShortText(text, maxText)), columns - others.length).map(
    (line, index) => (index === 0 ? first : others) + line,
  );
}

function listHiddenLines(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const { masked, at } of diagnostics) {
    if (masked !== true || at === undefined) continue;
    for (let line = at.line; line <= at.endLine; line += 1) hidden.add(toLineKey(at.file, line));
  }
  return hidden;
}

function toLineKey(file: string, line: number): string {
  return `${line} ${file}`;
}

/** Diagnostics without a place come first, then by file and line. */
function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  const [a, b] = [left.at, right.at];
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** Columns of a line that are shown before a marked place far to the right. */
const lead = 24;

/**
 * A line with carets under the marked place, at most `columns` wide; empty if the line is blank.
 * Control characters are made visible without moving the carets.
 */
function formatCodeFrame(line: string, at: SourceSpan, columns: number): string[] {
  if (line.trim() === '') return [];
  const number = String(at.line);
  const gutter = ' '.repeat(number.length);
  const width = columns - number.length - 3;
  const end = at.endLine > at.line ? line.length : at.endColumn - 1;
  const { shown, before, marked } = cutLine(line, { start: at.column - 1, end, width });
  const carets = ' '.repeat(before) + '^'.repeat(Math.max(1, Math.min(marked, width - before)));
  return [`${number} | ${shown}`, `${gutter} | ${carets}`];
}

/** The part of a line that fits, with the widths of the text before the mark and of the mark. */
function cutLine(
  line: string,
  mark: { readonly start: number; readonly end: number; readonly width: number },
): { readonly shown: string; readonly before: number; readonly marked: number } {
  const { start, end, width } = mark;
  const whole = formatVisible(line);
  const isLong = stringWidth(whole) > width;
  const from = isLong ? Math.max(0, start - lead) : 0;
  const head = (from > 0 ? '…' : '') + formatVisible(line.slice(from, start));
  const body = formatVisible(line.slice(start, end));
  const shown = isLong ? cutToFit(head + body + formatVisible(line.slice(end)), width) : whole;
  return { shown, before: stringWidth(head), marked: stringWidth(body) };
}

function cutToFit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let used = 1;
  let kept = '';
  for (const sign of text) {
    used += stringWidth(sign);
    if (used > width) break;
    kept += sign;
  }
  return `${kept}…`;
}

function formatVisible(text: string): string {
  return toVisible(text.replaceAll('\t', '  '));
}
