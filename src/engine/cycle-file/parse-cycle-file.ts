import { describeMergeConflict, findMergeConflict } from '../../kit/files/merge-conflict.ts';
import { isJsonObject, type JsonObject } from '../../kit/json/json.ts';
import { type JsonError, readPlacedJson } from '../../kit/json/placed-json.ts';
import { TextLines } from '../../kit/text/text-lines.ts';
import {
  type CycleFile,
  cycleFileFormat,
  type FileVariable,
} from '../../model/desired/cycle-file/cycle-file.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { checkNames } from './check-names.ts';
import { CycleFileReader, type JsonLocation, toSpan } from './cycle-file-reader.ts';
import { parseSymbol, toUnescapedSymbol } from './export/parse-symbol.ts';
import { FileFlow } from './file-flow.ts';
import { maxLevels, selectOtherKeys } from './order-keys.ts';
import { parseFileSteps } from './parse-file-steps.ts';

/** A parsed cycle file; null if it has mistakes. */
export type ParsedCycleFile = {
  readonly file: CycleFile | null;
  readonly diagnostics: readonly Diagnostic[];
  spanOf(pointer: string): SourceSpan;
};

/**
 * Parses a cycle file, which people may have edited: every name must exist in it. Does not load its
 * blobs. `path` is its name in diagnostics.
 */
export function parseCycleFile(path: string, text: string): ParsedCycleFile {
  const placed = readPlacedJson(text, maxLevels);
  if ('what' in placed) {
    const diagnostic = reportConflict(path, text) ?? reportJson(path, text, placed);
    return { file: null, diagnostics: [diagnostic], spanOf: () => diagnostic.at };
  }
  const look = new CycleFileReader(path, text, placed.places);
  const spanOf = (pointer: string) => look.spanOf(pointer);
  const root: JsonLocation = { value: placed.value, pointer: '' };
  if (!isJsonObject(placed.value)) {
    look.report('cycle-file-shape', '', { summary: 'A cycle file must be a JSON object' });
    return { file: null, diagnostics: look.diagnostics, spanOf };
  }
  if (!checkFormat(look, root)) {
    return { file: null, diagnostics: look.diagnostics, spanOf };
  }
  const file = parseParts(look, { ...root, value: placed.value });
  if (look.diagnostics.length === 0) checkFlow(look, file);
  if (look.diagnostics.length === 0) checkNames(look, file);
  const { diagnostics } = look;
  return { file: diagnostics.length > 0 ? null : file, diagnostics, spanOf };
}

function parseParts(
  look: CycleFileReader,
  root: JsonLocation & { readonly value: JsonObject },
): CycleFile {
  const at = (name: string) => look.member(root, name);
  const steps = parseFileSteps(look, at('Steps'));
  return {
    name: look.text(at('Name')),
    description: look.optionalText(at('Description')),
    tags: look
      .items(look.member(at('VersionedCycle'), 'Tags'))
      .flatMap((item) => look.optionalText(item) ?? []),
    steps,
    edges: look.objects(at('Edges')).map((edge) => ({
      tail: parseStep(look, look.member(edge, 'TailStep_Id')),
      head: parseStep(look, look.member(edge, 'HeadStep_Id')),
      settings: selectOtherKeys(edge.value, ['TailStep_Id', 'HeadStep_Id']),
    })),
    variables: parseVariables(look, at('Variables')),
    settings: selectOtherKeys(root.value, ownKeys),
    blobs: look.items(at('ExportedConnectors')).flatMap((item) => parseBlob(look, item)),
    document: root.value,
  };
}

/** Members that a cycle file has under keys of its own. */
const ownKeys = [
  'format',
  'Name',
  'Description',
  'Steps',
  'Edges',
  'Variables',
  'ExportedConnectors',
] as const;

function parseStep(look: CycleFileReader, spot: JsonLocation): string {
  return (
    look.form(spot, 'a step, such as "step:NAME"', (value) => parseSymbol('step', value)) ?? ''
  );
}

function parseBlob(look: CycleFileReader, spot: JsonLocation): string[] {
  const digest = look.form(spot, 'the digest of a blob, "blob:" and 64 hex digits', (value) => {
    const found = parseSymbol('blob', value);
    return found !== null && /^[0-9a-f]{64}$/.test(found) ? found : null;
  });
  return digest === null ? [] : [digest];
}

function parseVariables(look: CycleFileReader, list: JsonLocation): FileVariable[] {
  const names = new Set<string>();
  return look.objects(list).map((variable) => {
    const spot = look.member(variable, 'Name');
    const name = look.text(spot);
    if (name !== '' && names.has(name)) {
      const summary = `The variable ${JSON.stringify(name)} is twice in the file`;
      look.report('cycle-file-shape', spot.pointer, { summary });
    }
    names.add(name);
    const value = look.member(variable, 'Value');
    const isSecret = look.isSecret(value);
    const text = isSecret ? null : look.scalar(value);
    return { name, value: text === null ? null : toUnescapedSymbol(text), isSecret };
  });
}

function checkFormat(look: CycleFileReader, root: JsonLocation): boolean {
  const { value, pointer } = look.member(root, 'format');
  if (value === cycleFileFormat) return true;
  const isNewer = typeof value === 'string' && value.startsWith('cyclectl-cycle/');
  look.report('cycle-file-format', value === undefined ? '' : pointer, {
    summary: isNewer
      ? `The file has another version; this cyclectl reads ${cycleFileFormat}`
      : `The file has no "format": "${cycleFileFormat}"`,
  });
  return false;
}

const mistakes: Readonly<Record<JsonError['what'], string>> = {
  syntax: 'This is not JSON',
  end: 'The file is incomplete',
  depth: `Nested deeper than ${maxLevels} levels`,
  duplicate: 'This key is twice in its object',
  prototype: 'A key cannot be __proto__',
  number: 'This number would lose digits: write it as text, or with fewer digits',
  text: 'This text has an incomplete character',
};

type Placed = Diagnostic & { readonly at: SourceSpan };

/** Reports merge conflict markers, in place of a JSON error at the first of them. */
function reportConflict(path: string, text: string): Placed | null {
  const conflict = findMergeConflict(text);
  if (conflict === null) return null;
  const at: readonly [number, number] = [conflict.from, conflict.to];
  return {
    code: 'merge-conflict',
    severity: 'error',
    summary: describeMergeConflict(conflict),
    at: toSpan(path, new TextLines(text), { at, pointer: '' }),
  };
}

function reportJson(path: string, text: string, mistake: JsonError): Placed {
  return {
    code: 'cycle-file-json',
    severity: 'error',
    summary: mistakes[mistake.what],
    at: toSpan(path, new TextLines(text), { at: mistake.at, pointer: '' }),
  };
}

/** Reports edges to unknown steps, duplicates and circles. */
function checkFlow(look: CycleFileReader, file: CycleFile): void {
  const known = new Set(file.steps.map(({ label }) => label));
  const visited = new Set<string>();
  for (const [index, edge] of file.edges.entries()) {
    const pointer = `/Edges/${index}`;
    for (const [name, label] of [
      ['TailStep_Id', edge.tail],
      ['HeadStep_Id', edge.head],
    ] as const) {
      if (!known.has(label)) {
        look.reportName(`${pointer}/${name}`, { what: 'step', name: label, known: [...known] });
      }
    }
    const key = JSON.stringify(edge);
    if (visited.has(key))
      look.report('cycle-file-shape', pointer, { summary: 'This edge is twice in the file' });
    visited.add(key);
  }
  const circle = findCircle(file);
  if (circle === null) return;
  look.report('cycle-file-flow', `/Edges/${circle}`, {
    summary: 'This edge leads back to an earlier step',
  });
}

function findCircle(file: CycleFile): number | null {
  const flow = new FileFlow(file);
  const found = file.edges.findIndex(({ tail, head }) => flow.isStuck(tail) && flow.isStuck(head));
  return found < 0 ? null : found;
}
