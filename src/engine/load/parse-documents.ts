import {
  Composer,
  CST,
  type Document,
  type ErrorCode,
  Lexer,
  LineCounter,
  Parser,
  type YAMLError,
} from 'yaml';
import { describeMergeConflict, findMergeConflict } from '../../kit/files/merge-conflict.ts';
import { TextLines } from '../../kit/text/text-lines.ts';
import { formatYamlError, strictYaml } from '../../kit/yaml/strict-yaml.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { DocumentPart, LoadedFile, RawDocument } from '../../model/manifest/manifest.ts';
import { PackedPositions, type Range } from './packed-positions.ts';
import { type ParsedTree, parseTree } from './parse-tree.ts';
import { suggestFix } from './suggest-fix.ts';
import {
  findScalarSource,
  type PlacedText,
  toKeySpan,
  toRange,
  toSpan,
  toValueSpan,
} from './to-span.ts';

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

/** Where a text begins in its file. */
type Place = Omit<DocumentPart, 'bytes'>;

/**
 * Parses YAML 1.2 of the core schema, strictly. Skips a malformed document and reports its first
 * mistake, because others mostly follow from it; reports everything else that a manifest cannot
 * hold.
 */
export function parseDocuments(
  file: string,
  text: string,
  place: Place = { from: 0, line: 0, documentIndex: 0 },
): LoadedFile {
  const source = { file, text, lines: countLines(place.line) };
  const size = text.length;
  const conflict = checkConflict(file, text);
  if (conflict !== null) return { size, documents: [], diagnostics: [conflict] };
  const bomb = detectAliasBomb(text);
  if (bomb !== null) return { size, documents: [], diagnostics: [toRefusal(source, bomb)] };
  const read = readQuickly(source);
  if (read === 'too-deep')
    return { size, documents: [], diagnostics: [toRefusal(source, { offset: 0, what: 'levels' })] };
  if (read.parsed.length + read.diagnostics.length === 0)
    return { size, documents: [], diagnostics: [emptyDocument(source, 0)] };
  const documents = toDocuments(source, read.parsed, place);
  return { size, documents, diagnostics: read.diagnostics };
}

/** A document without its YAML tree, which takes many times the memory; null if it is malformed. */
type Parsed = { readonly range: Range; readonly tree: ParsedTree | null };

// One document after the other, so that the trees of all are never in memory at once.
function readAll(source: Source): {
  readonly parsed: readonly Parsed[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const parsed: Parsed[] = [];
  let diagnostics: readonly Diagnostic[] = [];
  for (const document of parse(source)) {
    const refusal = checkDocument(source, document);
    const tree = refusal === null ? parseTree(document, source) : null;
    diagnostics = diagnostics.concat(refusal ?? tree?.diagnostics ?? []);
    if (diagnostics.length > maxDiagnostics) {
      return { parsed, diagnostics: diagnostics.slice(0, maxDiagnostics) };
    }
    const [from, , end] = document.range ?? [0, 0, source.text.length];
    parsed.push({ range: [from, end], tree });
  }
  return { parsed, diagnostics };
}

function toDocuments(
  source: Source,
  parsed: readonly Parsed[],
  place: Place,
): readonly RawDocument[] {
  const toPart = parsed.length === 1 ? () => null : makePartFinder(source, place.from);
  return parsed.flatMap(({ range, tree }, index) => {
    const documentIndex = place.documentIndex + index;
    const part = toPart(range, documentIndex);
    if (tree === null || !tree.diagnostics.every(hidesNothing)) return [];
    const { value, position } = tree;
    const refused = tree.diagnostics
      .filter(({ code }) => code !== 'yaml-duplicate-key')
      .flatMap(({ at }) => at?.pointer ?? []);
    const isWhole = tree.diagnostics.length === 0;
    const parts = { documentIndex, written: value, refused, isWhole, part };
    return [makeDocument({ ...source, positions: new PackedPositions(position) }, parts)];
  });
}

// Ranges come in the order of the file, so that each of its bytes is counted once.
function makePartFinder({ text, lines }: Source, textFrom: number) {
  let [offset, before] = [0, textFrom];
  const countTo = (to: number): number => {
    before += Buffer.byteLength(text.slice(offset, to));
    offset = to;
    return before;
  };
  return ([start, end]: Range, documentIndex: number): DocumentPart | null => {
    const { line, col } = lines.linePos(start);
    const from = countTo(start);
    const bytes = countTo(end) - from;
    return start === 0 || col === 1
      ? { from, bytes, line: Math.max(0, line - 1), documentIndex }
      : null;
  };
}

// Lines of a part of a file follow those before it.
function countLines(before: number): LineCounter {
  const lines = new LineCounter();
  if (before === 0) return lines;
  const { linePos } = lines;
  lines.linePos = (offset) => {
    const { line, col } = linePos(offset);
    return { line: Math.max(1, line) + before, col };
  };
  return lines;
}

/** Checks for conflict markers first, because a parser's own message about them does not help. */
export function checkConflict(file: string, text: string): Diagnostic | null {
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
function readQuickly(source: Source): ReturnType<typeof readAll> | 'too-deep' {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return readAll(source);
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

function parse({ text, lines }: Source): Iterable<Document> {
  return new Composer(strictYaml).compose(new Parser(lines.addNewLine).parse(text));
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
  parts: Pick<RawDocument, 'documentIndex' | 'written' | 'refused' | 'isWhole' | 'part'>,
): RawDocument {
  return {
    file: placed.file,
    ...parts,
    isWritten: (pointer) => placed.positions.find(pointer).complete,
    spanOf: (pointer) => toValueSpan(placed, pointer),
    keySpanOf: (pointer) => toKeySpan(placed, pointer),
    sourceOf: (pointer) => findScalarSource(placed, pointer),
    isInterpolated: () => false,
    layering: null,
  };
}

/** Remedies for errors that the parser's own words do not explain. */
const remedies: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_INDENT: 'Give all lines of one map or list the same indentation.',
  RESOURCE_EXHAUSTION: 'Check that the file is a manifest: it is nested too deeply for one.',
  BLOCK_AS_IMPLICIT_KEY:
    'If the next line is a key of its own, give it the indentation of this one. If ": " is part of a text, quote the text.',
  MULTILINE_IMPLICIT_KEY: 'Write KEY: VALUE. Quote a text that contains ": ".',
  MISSING_CHAR: 'Add the closing quote or bracket where the text or list ends.',
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
