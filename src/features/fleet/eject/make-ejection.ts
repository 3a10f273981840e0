import { maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { readPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { AccountEntry, RawDocument } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import { formatWritten } from '../../authoring/describe/format-manifest.ts';
import { deleteOverride, deleteRow } from './delete-row.ts';
import { makeStandalone } from './make-standalone.ts';

/** A file to write: `before` is its text, null for a new one. */
type FileEdit = { readonly path: string; readonly before: string | null; readonly text: string };

/** The files with which an account leaves its fleet. */
export type Ejection = {
  /** Path of the new file. */
  readonly path: string;
  readonly written: unknown;
  /** The new file, the table and the fleet. */
  readonly edits: readonly FileEdit[];
  /** Places that no longer name the account: `row of FILE`. */
  readonly removed: readonly string[];
};

/** Makes the files with which an account leaves its fleet, or reports why it cannot. Writes nothing. */
export async function makeEjection(
  entry: AccountEntry,
  project: {
    readonly files: Files;
    readonly environments: KnownEnvironments;
    readonly path: string;
  },
): Promise<Ejection | { readonly refused: readonly Diagnostic[] }> {
  const { document: raw, layering } = entry;
  const fleet = layering?.fleet ?? null;
  if (fleet === null || raw === null) return { refused: [reportOwnFile(entry)] };
  const { path, files, environments } = project;
  const { written, differing } = makeStandalone(raw, environments);
  const refused = [
    ...checkState(entry, raw),
    ...(await checkPath(files, path)),
    ...differing.map((at) => reportDiffering(entry, at)),
  ];
  if (refused.length > 0) return { refused };
  const sources: [string, string, (text: string) => string | null][] = [
    ['row', raw.file, (text) => deleteRow(text, raw)],
    ['override', fleet.document.file, (text) => deleteOverride(text, fleet, entry.key)],
  ];
  const text = formatWritten(written, listRemarks(raw, fleet, entry));
  const edits: FileEdit[] = [{ path, before: null, text }];
  const removed: string[] = [];
  for (const [what, file, remove] of sources) {
    const before = await readWhole(files, file);
    const edited = before === null ? null : remove(before);
    if (before === null || edited === null) return { refused: [reportForm(entry, what, file)] };
    if (before === edited) continue;
    edits.push({ path: file, before, text: edited });
    removed.push(`${what} of ${file}`);
  }
  return { path, written, edits, removed };
}

async function readWhole(files: Files, file: string): Promise<string | null> {
  const reading = await files.read(file, maxTableBytes);
  if (!reading.ok) return null;
  return reading.hasMark === true ? `\ufeff${reading.text}` : reading.text;
}

// A file has no such words of its own.
function listRemarks({ written }: RawDocument, { overrides }: Fleet, { key }: AccountEntry) {
  const note = readPointer(written, '/spec/blueprint/note');
  const override = overrides.get(key);
  const until = override?.until === undefined ? '' : `, until ${override.until}`;
  const texts = [
    ...(note === undefined ? [] : [String(note)]),
    ...(override === undefined ? [] : [`${override.reason} (${override.owner}${until})`]),
  ];
  return texts.map((text) => ({ topic: 'file', path: ['spec'], text }) as const);
}

async function checkPath(files: Files, path: string): Promise<readonly Diagnostic[]> {
  const reading = await files.read(path);
  if (!reading.ok && reading.problem === 'missing') return [];
  return [
    reportError('file-in-the-way', {
      summary: `${path} exists already; nothing was written`,
      remedy: 'Move it away, and run the command again.',
    }),
  ];
}

function checkState({ key, at }: AccountEntry, { written }: RawDocument): readonly Diagnostic[] {
  if (readPointer(written, '/spec/blueprint/state') !== 'leaving') return [];
  return [
    reportError('not-ejected', {
      summary: `${key} is leaving, and a file cannot say so`,
      at,
      remedy: 'Write paused in the cell state first, which pauses its cycles too.',
    }),
  ];
}

function reportOwnFile({ key, file, at }: AccountEntry): Diagnostic {
  return reportError('not-ejected', {
    summary: `${key} is no row of a table: its manifest is ${file}`,
    at,
    remedy: 'Remove --eject to print what it comes to.',
  });
}

function reportDiffering({ key, at }: AccountEntry, path: string): Diagnostic {
  return reportError('not-ejected', {
    summary: `${path} of ${key} differs between environments, and a file without a blueprint has one value for all`,
    at,
    remedy:
      'Use a variable of the environments in the blueprint, or write a file that uses the blueprint.',
  });
}

function reportForm({ key, at }: AccountEntry, what: string, file: string): Diagnostic {
  return reportError('not-ejected', {
    summary: `The ${what} of ${key} cannot be removed from ${file} without a change of something else`,
    at,
    remedy: `Remove it yourself, and save what cyclectl render ${key} prints as its file.`,
  });
}
