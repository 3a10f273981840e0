import { readPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { AccountEntry, RawDocument } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import { formatWritten } from '../../authoring/describe/format-manifest.ts';
import { listRemovals } from './list-removals.ts';
import { makeStandalone } from './make-standalone.ts';
import type { WrittenEdit } from './write-edits.ts';

/** The files with which an account leaves its fleet. */
export type Ejection = {
  /** Path of the new file. */
  readonly path: string;
  readonly written: unknown;
  /** The new file, the table and the fleet. */
  readonly edits: readonly WrittenEdit[];
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
  const made = await listRemovals(entry, { raw, fleet }, files);
  if ('stuck' in made) return { refused: [reportForm(entry, made.stuck.what, made.stuck.file)] };
  // The new file comes first, so that nothing is lost if it ends in between.
  const text = formatWritten(written, listRemarks(raw, fleet, entry));
  const edits = [{ path, before: null, text }, ...made.edits];
  return { path, written, edits, removed: made.removed };
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
