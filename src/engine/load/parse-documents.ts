import {
  CST,
  type Document,
  type ErrorCode,
  Lexer,
  LineCounter,
  parseAllDocuments,
  type YAMLError,
} from 'yaml';
import { describeMergeConflict, findMergeConflict } from '../../kit/files/merge-conflict.ts';
import { TextLines } from '../../kit/text/text-lines.ts';
import { formatYamlError, strictYaml } from '../../kit/yaml/strict-yaml.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { LoadedFile, RawDocument } from '../../model/manifest/manifest.ts';
import {
  findPosition,
  findScalarSource,
  type PlacedText,
  toKeySpan,
  toRange,
  toSpan,
  toValueSpan,
} from './find-position.ts';
import { parseTree } from './parse-tree.ts';
import { suggestFix } from './suggest-fix.ts';

/** Deeper than any manifest; parse-tree has a lower limit of its own. */
const maxLevels = 200;

/** Smaller files are safe, because a parser finishes them quickly. */
const smallFile = 32_768;

/** More than any manifest needs; each costs the parser time. */
const maxMarks = 10_000;

/** Place where a file exceeds a limit of nesting or of marks. */
type AliasBomb = { readonly offset: number; readonly what: 'levels' | 'marks' };

const marking: ReadonlySet<string> = new Set(['anchor', 'tag', 'alias', 'doc-start', 'doc-end']);

/** Tokens that the lexer adds without text. */
const withoutText: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end', 'scalar']);

/** A file's name, text and line offsets. */
type Source = { readonly file: string; readonly text: string; readonly lines: LineCounter };

/**
 * A file with more mistakes is not parsed to its end, because it is no manifest or badly broken.
 */
const maxDiagnostics = 100;

/**
 * Parses YAML 1.2 of the core schema, strictly. Skips a malformed document and reports its first
 * mistake, because others mostly follow from it; reports everything else that a manifest cannot
 * hold.
 */
export function parseDocuments(file: string, text: string): LoadedFile {
  const lines = new LineCounter();
  const source = { file, text, lines };
  const size = text.length;
  const conflict = checkConflict(file, text);
  if (conflict !== null) return { size, documents: [], diagnostics: [conflict] };
  const bomb = detectAliasBomb(text);
  if (bomb !== null) return { size, documents: [], diagnostics: [toRefusal(source, bomb)] };
  const parsed = parseQuickly(source);
  if (parsed === 'too-deep')
    return { size, documents: [], diagnostics: [toRefusal(source, { offset: 0, what: 'levels' })] };
  if (parsed.length === 0) return { size, documents: [], diagnostics: [emptyDocument(source, 0)] };
  const documents: RawDocument[] = [];
  let diagnostics: readonly Diagnostic[] = [];
  for (const [documentIndex, document] of parsed.entries()) {
    const refusal = checkDocument(source, document);
    const tree = refusal === null ? parseTree(document, source) : null;
    diagnostics = diagnostics.concat(refusal ?? tree?.diagnostics ?? []);
    if (diagnostics.length > maxDiagnostics) {
      return { size, documents, diagnostics: diagnostics.slice(0, maxDiagnostics) };
    }
    if (tree === null || !tree.diagnostics.every(hidesNothing)) continue;
    const { value, position } = tree;
    const refused = tree.diagnostics
      .filter(({ code }) => code !== 'yaml-duplicate-key')
      .flatMap(({ at }) => at?.pointer ?? []);
    const isWhole = tree.diagnostics.length === 0;
    const parts = { documentIndex, written: value, refused, isWhole };
    documents.push(makeDocument({ ...source, root: position }, parts));
  }
  return { size, documents, diagnostics };
}

// Conflict markers are not YAML, so the parser's own message does not help.
function checkConflict(file: string, text: string): Diagnostic | null {
  const conflict = findMergeConflict(text);
  if (conflict === null) return null;
  const lines = new TextLines(text);
  const { line, column } = lines.countTo(conflict.from);
  const endColumn = column + conflict.to - conflict.from;
  return reportError('merge-conflict', {
    summary: describeMergeConflict(conflict),
    at: { file, line, column, endLine: line, endColumn, pointer: '' },
  });
}

// Stack traces are off, because the parser creates an Error for each mistake, and their traces take
// most of the time.
function parseQuickly(source: Source): readonly Document[] | 'too-deep' {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse(source);
  } catch (error) {
    // The parser recurses for each level, so even a small file can exceed the stack.
    if (error instanceof RangeError) return 'too-deep';
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

// Counts lines itself, because the file is not parsed yet.
function toRefusal({ file, text }: Source, { offset, what }: AliasBomb): Diagnostic {
  const before = text.slice(0, offset).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const levels = 'The file is nested too deeply';
  const summary =
    what === 'levels' ? levels : 'The file has too many anchors, tags, aliases and documents';
  return reportError('yaml-syntax', {
    summary,
    at: { file, line, column, endLine: line, endColumn: column, pointer: '' },
    remedy: 'Check that the file is a manifest.',
  });
}

function parse({ text, lines }: Source): readonly Document[] {
  const parsed = parseAllDocuments(text, { ...strictYaml, lineCounter: lines });
  return Array.isArray(parsed) ? parsed : [];
}

function checkDocument(source: Source, document: Document): Diagnostic | null {
  const [error] = document.errors;
  if (error !== undefined) return toDiagnostic(source, error);
  const { version, explicit } = document.directives?.yaml ?? { version: '1.2', explicit: false };
  const start = toRange(document.contents)[0];
  if (explicit === true && version !== '1.2') {
    const at = toSpan(source, { range: [0, 0], pointer: '' });
    return reportError('yaml-version', {
      summary: `The file declares YAML ${version}; manifests are YAML 1.2`,
      at,
    });
  }
  const isEmpty = document.contents === null || isEmptyRange(document);
  return isEmpty ? emptyDocument(source, document.range?.[0] ?? start) : null;
}

/**
 * True if the rest of the document is unaffected, so that the schema and the rules can check it.
 */
function hidesNothing({ code }: Diagnostic): boolean {
  return code === 'empty-value' || code === 'yaml-duplicate-key' || code === 'yaml-tag';
}

function isEmptyRange(document: Document): boolean {
  const [start, end] = toRange(document.contents);
  return start === end;
}

function makeDocument(
  placed: PlacedText,
  parts: Pick<RawDocument, 'documentIndex' | 'written' | 'refused' | 'isWhole'>,
): RawDocument {
  return {
    file: placed.file,
    ...parts,
    isWritten: (pointer) => findPosition(placed.root, pointer).complete,
    spanOf: (pointer) => toValueSpan(placed, pointer),
    keySpanOf: (pointer) => toKeySpan(placed, pointer),
    sourceOf: (pointer) => findScalarSource(placed, pointer),
    isInterpolated: () => false,
  };
}

/** Remedies for errors that the parser's own words do not explain. */
const remedies: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_INDENT: 'Give all lines of one map or list the same indentation.',
  RESOURCE_EXHAUSTION: 'Check that the file is a manifest: it is nested too deeply for one.',
  BAD_DQ_ESCAPE: 'Write each backslash twice, or put the text in single quotes.',
};

function toDiagnostic(source: Source, error: YAMLError): Diagnostic {
  const hint = suggestFix(source.text, error.pos[0]);
  const remedy = hint?.remedy ?? remedies[error.code];
  return reportError('yaml-syntax', {
    summary: formatYamlError(error),
    at: toSpan(source, { range: hint?.range ?? error.pos, pointer: '' }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}

function emptyDocument(source: Source, offset: number): Diagnostic {
  return reportError('empty-document', {
    summary: offset === 0 ? 'The file holds no manifest' : 'This document is empty',
    at: toSpan(source, { range: [offset, offset], pointer: '' }),
  });
}

/**
 * Detects text that would keep the parser busy for many seconds: deep nesting, or tens of thousands
 * of anchors, tags, aliases or documents. Uses the parser's lexer, because quotes and comments do
 * not count.
 */
function detectAliasBomb(text: string): AliasBomb | null {
  if (text.length <= smallFile) return null;
  let offset = 0;
  let flow = 0;
  let line = 0;
  let marks = 0;
  for (const token of new Lexer().lex(text)) {
    const kind = CST.tokenType(token);
    if (kind === 'flow-seq-start' || kind === 'flow-map-start') flow += 1;
    if (kind === 'flow-seq-end' || kind === 'flow-map-end') flow -= 1;
    if (kind === 'newline') line = 0;
    if (kind === 'seq-item-ind' || kind === 'explicit-key-ind' || kind === 'map-value-ind')
      line += 1;
    if (kind !== null && marking.has(kind)) marks += 1;
    // A long line in brackets is allowed, because each of its entries has a colon.
    if (flow > maxLevels || (flow <= 0 && line > maxLevels)) return { offset, what: 'levels' };
    if (marks > maxMarks) return { offset, what: 'marks' };
    if (kind === null || !withoutText.has(kind)) offset += token.length;
  }
  return null;
}
