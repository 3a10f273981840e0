import { withLineEnds } from '../../../kit/files/read-text.ts';
import { formatUnifiedPatch, mergeText } from '../../../kit/files/unified-patch.ts';
import type { PresentFile } from '../init/make-files-plan.ts';
import { makeUnchanged, type UpgradedFile } from './upgraded-file.ts';

/** Text that this version writes, and the one that an earlier `init` wrote; null if that is not known. */
export type WorkflowTexts = { readonly base: string | null; readonly next: string };

/**
 * Plans the workflow: replaced if it is as init wrote it, else left with the patch that brings the
 * changes of this version. `patched` is its path for Git.
 */
export function planWorkflow(
  { path, patched }: { readonly path: string; readonly patched: string },
  present: PresentFile | null,
  { base, next }: WorkflowTexts,
): UpgradedFile {
  if (present === null) return makeUnchanged(path, 'missing');
  const { text, mode } = present;
  if (text === null) return makeUnchanged(path, 'foreign');
  const now = text.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
  if (now === next) return makeUnchanged(path, 'current');
  if (now === base) {
    const write = { text: withLineEnds(next, text), before: { text, mode } };
    return { ...makeUnchanged(path, 'refreshed'), write };
  }
  if (base === next) return makeUnchanged(path, 'changed');
  const merged = base === null ? next : mergeText(now, base, next);
  if (merged === now) return makeUnchanged(path, 'changed');
  const [before, after] = merged === null ? [base, next] : [text, withLineEnds(merged, text)];
  const patch = {
    text: formatUnifiedPatch([{ path: patched, before, after }]),
    isApplicable: merged !== null,
  };
  return { ...makeUnchanged(path, 'kept'), patch };
}
