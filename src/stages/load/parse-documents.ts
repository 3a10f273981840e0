import { type Document, LineCounter, parseAllDocuments, type YAMLError } from 'yaml';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LoadedFile, RawDocument } from '../../model/manifest.ts';
import { hintAtAccident } from './hint-at-accident.ts';
import {
  locateNode,
  rangeOf,
  sourceOfScalar,
  spanOfKey,
  spanOfValue,
  toSpan,
  type YamlTree,
} from './locate-node.ts';
import { readTree } from './read-tree.ts';

/** A file's name, text and the place of its lines. */
type Source = { readonly file: string; readonly text: string; readonly lines: LineCounter };

/**
 * Reads YAML 1.2 of the core schema, strictly. A document that is not well-formed is left out and
 * its first mistake reported, since the parser's further ones are mostly consequences of it; what
 * the parser takes but a manifest may not hold is reported in full.
 */
export function parseDocuments(file: string, text: string): LoadedFile {
  const lines = new LineCounter();
  const source = { file, text, lines };
  const parsed = parse(source);
  if (parsed === null) return { documents: [], diagnostics: [tooDeep(source)] };
  if (parsed.length === 0) return { documents: [], diagnostics: [emptyDocument(source, 0)] };
  const documents: RawDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  parsed.forEach((document, documentIndex) => {
    const refusal = refuseDocument(source, document);
    if (refusal !== null) {
      diagnostics.push(refusal);
      return;
    }
    const tree = readTree(document, source);
    diagnostics.push(...tree.diagnostics);
    if (tree.diagnostics.length > 0) return;
    const located = { ...source, root: document.contents, targets: tree.targets };
    documents.push(makeDocument(located, { documentIndex, written: tree.value }));
  });
  return { documents, diagnostics };
}

/** Null when the text nests deeper than the parser's own recursion can follow. */
function parse({ text, lines }: Source): readonly Document[] | null {
  try {
    const parsed = parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    });
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function refuseDocument(source: Source, document: Document): Diagnostic | null {
  const [error] = document.errors;
  if (error !== undefined) return toDiagnostic(source, error);
  const { version, explicit } = document.directives?.yaml ?? { version: '1.2', explicit: false };
  const start = rangeOf(document.contents)[0];
  if (explicit === true && version !== '1.2') {
    const at = toSpan(source, { range: [0, 0], pointer: '' });
    return {
      code: 'yaml-version',
      severity: 'error',
      summary: `The file asks for YAML ${version}; manifests are YAML 1.2`,
      at,
    };
  }
  const isEmpty = document.contents === null || isEmptyRange(document);
  return isEmpty ? emptyDocument(source, document.range?.[0] ?? start) : null;
}

function isEmptyRange(document: Document): boolean {
  const [start, end] = rangeOf(document.contents);
  return start === end;
}

function makeDocument(
  tree: YamlTree,
  parts: { readonly documentIndex: number; readonly written: unknown },
): RawDocument {
  return {
    file: tree.file,
    ...parts,
    isWritten: (pointer) => locateNode(tree, pointer).complete,
    spanOf: (pointer) => spanOfValue(tree, pointer),
    keySpanOf: (pointer) => spanOfKey(tree, pointer),
    sourceOf: (pointer) => sourceOfScalar(tree, pointer),
  };
}

function toDiagnostic(source: Source, error: YAMLError): Diagnostic {
  const remedy = hintAtAccident(source.text, error.pos[0]);
  return {
    code: 'yaml-syntax',
    severity: 'error',
    summary: error.message.split('\n')[0] ?? error.message,
    at: toSpan(source, { range: error.pos, pointer: '' }),
    ...(remedy === null ? {} : { remedy }),
  };
}

function emptyDocument(source: Source, offset: number): Diagnostic {
  return {
    code: 'empty-document',
    severity: 'error',
    summary: offset === 0 ? 'The file holds no manifest' : 'This document is empty',
    at: toSpan(source, { range: [offset, offset], pointer: '' }),
  };
}

function tooDeep(source: Source): Diagnostic {
  return {
    code: 'yaml-syntax',
    severity: 'error',
    summary: 'The file is nested too deeply to be read',
    at: toSpan(source, { range: [0, 0], pointer: '' }),
  };
}
