import { shortenText } from '../../kit/text/shorten-text.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { wrapText } from '../../kit/text/wrap-text.ts';
import { codes, type DiagnosticCode } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { findBeneathHolders } from '../../model/secret/secret-lines.ts';
import { mayShowSecret } from '../../model/secret/secret-name.ts';
import { type SourceSpan, writeSpan } from '../../model/source-span.ts';
import { writeFrame } from './parts/write-frame.ts';
import { writeMoves } from './parts/write-moves.ts';

const columns = 80;
const mostText = 1000;

/** More than anybody reads before mending some; a branch may write a hundred mistakes into each of its files. */
const mostShown = 500;

/** The text of a file by its path; null where there is none to show. */
type ReadSource = (file: string) => string | null;

/**
 * Diagnostics for people, in the order of the files: place, severity, what is wrong, code, the line
 * with carets, other places, what to do. A line that may hold a secret is never shown, neither for
 * the diagnostic that says so nor for another one of the same line.
 */
export function writeDiagnostics(
  diagnostics: readonly Diagnostic[],
  readSource: ReadSource,
): string {
  const hidden = findHiddenLines(diagnostics);
  const known = new Map<string, SourceText>();
  const readText = (file: string): SourceText => {
    const text = known.get(file) ?? splitText(readSource(file) ?? '');
    known.set(file, text);
    return text;
  };
  const sorted = [...diagnostics].sort(compareDiagnostics);
  const left = sorted.length - mostShown;
  const rest = `${left} more are not shown; mend these first, or read them with --format json.\n`;
  return [
    ...sorted
      .slice(0, mostShown)
      .map((diagnostic) => writeDiagnostic(diagnostic, { readText, hidden }))
      .map((lines) => `${lines.join('\n')}\n`),
    ...(left > 0 ? [rest] : []),
  ].join('\n');
}

type SourceText = {
  readonly lines: readonly string[];
  /** Whether the line may belong to a key that holds secrets. */
  readonly isBeneathHolder: (index: number) => boolean;
};

function splitText(text: string): SourceText {
  const lines = text.split(/\r?\n/);
  let beneath: readonly boolean[] | null = null;
  const isBeneathHolder = (index: number) => {
    beneath ??= findBeneathHolders(lines);
    return beneath[index] === true;
  };
  return { lines, isBeneathHolder };
}

/** What is needed to show a line, or to keep it back. */
type Sources = {
  readonly readText: (file: string) => SourceText;
  readonly hidden: ReadonlySet<string>;
};

function writeDiagnostic(diagnostic: Diagnostic, sources: Sources): string[] {
  const { code, severity, summary, detail, at, address, related = [], moves = [] } = diagnostic;
  const place = at === undefined ? (address ?? '') : writeSpan(at);
  const head = `${place === '' ? '' : `${place}: `}${severity}: ${summary} [${code}]`;
  const remedy = diagnostic.remedy ?? codes[code].remedy;
  return [
    ...wrap(head, { first: '', others: '    ' }),
    ...(at === undefined ? [] : showLine(at, code, sources)),
    ...related.flatMap((other) => [
      ...wrap(`${other.says}: ${writeSpan(other.at)}`, { first: '  ', others: '    ' }),
      ...showLine(other.at, code, sources),
    ]),
    ...writeMoves(moves).flatMap((line) => wrap(line, { first: '  ', others: '    ' })),
    ...(detail === undefined ? [] : wrap(detail, { first: '  ', others: '  ' })),
    ...wrap(remedy, { first: '  → ', others: '    ' }),
  ];
}

function showLine(at: SourceSpan, code: DiagnosticCode, { readText, hidden }: Sources): string[] {
  const { lines, isBeneathHolder } = readText(at.file);
  const line = lines[at.line - 1] ?? '';
  const isSuspect =
    hidden.has(nameLine(at.file, at.line)) ||
    mayShowSecret(lines, at.line - 1) ||
    (isUnread(code) && isBeneathHolder(at.line - 1));
  if (isSuspect) return [`  ${at.line} | (not shown: this line may hold a secret)`];
  const shown = code === 'unknown-key' ? cutValue(line, at) : line;
  return writeFrame(shown, at, columns - 2).map((each) => `  ${each}`);
}

/** Whether the code says that no schema has judged what stands at its place, or that it is not what was meant. */
function isUnread(code: DiagnosticCode): boolean {
  return code.startsWith('yaml-') || unreadCodes.has(code);
}

const unreadCodes: ReadonlySet<DiagnosticCode> = new Set([
  'empty-value',
  'unknown-key',
  'wrong-type',
]);

// What a key means that nothing knows is not known either: it may be the misspelt one of a secret.
function cutValue(line: string, at: SourceSpan): string {
  const rest = line.slice(at.endColumn - 1);
  return /^["']?\s*:\s*\S/.test(rest) ? `${line.slice(0, at.endColumn - 1)}: …` : line;
}

function wrap(
  text: string,
  { first, others }: { readonly first: string; readonly others: string },
): string[] {
  return wrapText(toVisible(shortenText(text, mostText)), columns - others.length).map(
    (line, index) => (index === 0 ? first : others) + line,
  );
}

function findHiddenLines(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const { masked, at } of diagnostics) {
    if (masked !== true || at === undefined) continue;
    for (let line = at.line; line <= at.endLine; line += 1) hidden.add(nameLine(at.file, line));
  }
  return hidden;
}

function nameLine(file: string, line: number): string {
  return `${line} ${file}`;
}

/** What has no place comes first; then by file and line. */
function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  const [a, b] = [left.at, right.at];
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
