import type { ReadProblem } from '../../kit/files/folder.ts';
import { toHash } from '../../kit/hash.ts';
import type { LoadedCycleFile } from '../../model/desired/cycle-file/cycle-file.ts';
import { toBlobFileName } from '../../model/desired/cycle-file/cycle-file.ts';
import type { DesiredAccount, DesiredCycle } from '../../model/desired/desired.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../model/ports.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { withCycleFile } from './import/with-cycle-file.ts';
import { parseCycleFile } from './parse-cycle-file.ts';

/** A loaded cycle file; null if it is missing or invalid. */
export type CycleFileResult = {
  readonly loaded: LoadedCycleFile | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** Loads the cycle files of an account into its cycles. */
export async function loadCycleFiles(
  files: Files,
  desired: DesiredAccount,
): Promise<{ readonly desired: DesiredAccount; readonly diagnostics: readonly Diagnostic[] }> {
  if (desired.cycles.kind !== 'set') return { desired, diagnostics: [] };
  const cycles = new Map<string, DesiredCycle>();
  const diagnostics: Diagnostic[] = [];
  for (const [key, cycle] of desired.cycles.value) {
    const { origin } = cycle;
    if (origin.kind === 'template') {
      cycles.set(key, cycle);
      continue;
    }
    const found = await loadCycleFile(files, origin.path, origin.at);
    diagnostics.push(...found.diagnostics);
    if (found.loaded === null) continue;
    cycles.set(key, withCycleFile(cycle, found.loaded));
  }
  return { desired: { ...desired, cycles: { kind: 'set', value: cycles } }, diagnostics };
}

const problems: Readonly<Record<ReadProblem, string>> = {
  missing: 'does not exist',
  'not-a-file': 'is not a file',
  'too-large': 'is larger than 2 MiB',
  binary: 'is not UTF-8 text',
  outside: 'is outside the project folder',
  private: 'is in .cyclectl, .git or node_modules',
  unreadable: 'cannot be opened',
};

/**
 * Loads a cycle file with its blobs. `at` is its place in a manifest; null for a path of the
 * command line.
 */
export async function loadCycleFile(
  files: Pick<Files, 'read'>,
  path: string,
  at: SourceSpan | null,
): Promise<CycleFileResult> {
  const reading = await files.read(path);
  if (!reading.ok) return { loaded: null, diagnostics: [reportMissing(path, reading.problem, at)] };
  const { file, diagnostics, spanOf } = parseCycleFile(path, reading.text);
  if (file === null) return { loaded: null, diagnostics };
  const blobs = new Map<string, string>();
  const missing: Diagnostic[] = [];
  for (const [index, digest] of file.blobs.entries()) {
    const blobPath = toBlobFileName(path, digest);
    const blob = await files.read(blobPath);
    if (blob.ok && toHash(blob.text) === digest && isJson(blob.text)) blobs.set(digest, blob.text);
    else {
      const what = blob.ok ? 'does not match the digest in this file' : problems[blob.problem];
      const summary = `The file ${blobPath}, a part of ${path}, ${what}`;
      const span = spanOf(`/ExportedConnectors/${index}`);
      missing.push(reportError('cycle-file-blob', { summary, at: span }));
    }
  }
  if (missing.length > 0) return { loaded: null, diagnostics: missing };
  return { loaded: { path, file, blobs, spanOf }, diagnostics: [] };
}

function reportMissing(path: string, problem: ReadProblem, at: SourceSpan | null): Diagnostic {
  const summary = `The cycle file ${path} ${problems[problem]}`;
  const missing = reportError('cycle-file-missing', { summary });
  if (at !== null) return { ...missing, at };
  const remedy = 'Pass the path of an existing file, relative to the current folder.';
  return { ...missing, remedy };
}

// A matching digest does not prove that the blob is JSON.
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
