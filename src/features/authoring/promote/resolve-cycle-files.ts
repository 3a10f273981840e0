import { withLineEnds } from '../../../kit/files/read-text.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toBlobFileName } from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';
import type { PromotableCycle } from './list-promotable-cycles.ts';

/** Cycle files of live cycles, with their cycles. */
export type ResolvedFiles = {
  /** Texts of cycle files and their blobs, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Cycles with a change in a file, or in a placeholder of their manifest. */
  readonly cycles: readonly PromotableCycle[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Resolves one text per cycle file; none where its cycles changed differently. */
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
  return reportError('cycle-file-conflict', {
    summary: `It changed differently from ${others.join(', ')}, which also use ${path}`,
    address: desired.address,
    at: desired.origin.at,
  });
}

/**
 * Lists changed files with old and new text. Keeps the line ends of cycle files; manifests keep
 * theirs already.
 */
export async function listFileEdits(
  files: Files,
  { cycles, manifests }: Readonly<Record<'cycles' | 'manifests', ReadonlyMap<string, string>>>,
): Promise<readonly TextChange[]> {
  const edits: TextChange[] = [];
  const texts = [...cycles, ...manifests];
  for (const [path, text] of texts.toSorted(([left], [right]) => compareTexts(left, right))) {
    const reading = await files.read(path);
    const mark = reading.ok && reading.hasMark === true ? '\ufeff' : '';
    const before = reading.ok ? mark + reading.text : null;
    const after = cycles.has(path) ? withLineEnds(text, before) : text;
    if (before !== after) edits.push({ path, before, after });
  }
  return edits;
}
