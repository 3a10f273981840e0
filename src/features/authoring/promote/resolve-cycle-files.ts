import { withLineEnds } from '../../../kit/files/with-line-ends.ts';
import { toBlobFileName } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { FileEdit } from '../../../model/manifest/manifest-files.ts';
import type { Files } from '../../../model/ports.ts';
import type { PromotableCycle } from './list-promotable-cycles.ts';

/** Cycle files as live cycles would have them, and which cycles they are of. */
export type ResolvedFiles = {
  /** Texts of cycle files and of what lies beside them, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Cycles whose change is in a file, or in a placeholder of their manifest. */
  readonly cycles: readonly PromotableCycle[];
  readonly diagnostics: readonly Diagnostic[];
};

/** One text for each cycle file, be it of one cycle or of many; none where they were changed in different ways. */
export function resolveCycleFiles(found: readonly PromotableCycle[]): ResolvedFiles {
  const texts = new Map<string, string>();
  const cycles: PromotableCycle[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [path, group] of groupByPath(found)) {
    const changed = group.filter(({ changes }) => changes.length > 0);
    const [first] = changed;
    if (first !== undefined && changed.some(({ text }) => text !== first.text)) {
      diagnostics.push(...changed.map((cycle) => reportConflict(cycle, changed)));
      continue;
    }
    cycles.push(...group);
    if (first === undefined) continue;
    texts.set(path, first.text);
    for (const { digest, text } of first.blobs) texts.set(toBlobFileName(path, digest), text);
  }
  return { texts, cycles, diagnostics };
}

function groupByPath(found: readonly PromotableCycle[]): ReadonlyMap<string, PromotableCycle[]> {
  const groups = new Map<string, PromotableCycle[]>();
  for (const cycle of found) groups.set(cycle.path, [...(groups.get(cycle.path) ?? []), cycle]);
  return groups;
}

function reportConflict(
  { desired, path }: PromotableCycle,
  all: readonly PromotableCycle[],
): Diagnostic {
  const others = all.flatMap((each) => (each.desired === desired ? [] : [each.desired.address]));
  return {
    code: 'cycle-file-conflict',
    severity: 'error',
    summary: `It was changed otherwise than ${others.join(', ')}, and all are made from ${path}`,
    address: desired.address,
    at: desired.origin.at,
  };
}

/**
 * What is different in files, each as it is in the project and as it would be. A cycle file keeps its line ends; a
 * manifest has kept them already.
 */
export async function listFileEdits(
  files: Files,
  { cycles, manifests }: Readonly<Record<'cycles' | 'manifests', ReadonlyMap<string, string>>>,
): Promise<readonly FileEdit[]> {
  const edits: FileEdit[] = [];
  const texts = [...cycles, ...manifests];
  for (const [path, text] of texts.toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const reading = await files.read(path);
    const mark = reading.ok && reading.hasMark === true ? '\ufeff' : '';
    const before = reading.ok ? mark + reading.text : null;
    const after = cycles.has(path) ? withLineEnds(text, before) : text;
    if (before !== after) edits.push({ path, before, after });
  }
  return edits;
}
