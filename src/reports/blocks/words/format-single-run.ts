import { formatName, toLine } from '../../../kit/text/format-name.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { ObjectNotice } from '../../../model/plan/notice.ts';

/** The single run of a cycle in a plan, or its cancellation: `runs once at 2026-12-01T02:00:00Z`. */
export function formatSingleRun({
  runsAt,
  cancels,
}: Extract<Change, { readonly verb: 'run' }>): string {
  const when = runsAt === null ? 'now' : `at ${toLine(runsAt)}`;
  return cancels ? `its single run ${when} is cancelled` : `runs once ${when}`;
}

/** The single run that a cycle waits for, and the edits that wait for its end. */
export function formatAwaitedRun({
  moment,
  paths,
  isRemoved,
}: Extract<ObjectNotice, { readonly kind: 'single-run' }>): string {
  if (isRemoved === true)
    return `runs once at ${formatName(moment)}; it is deleted when that is over, because its entry is gone`;
  const edits = paths.length === 1 ? 'its edit waits' : `its ${paths.length} edits wait`;
  const left = paths.length === 0 ? '' : `; ${edits} until it is over`;
  return `runs once at ${formatName(moment)}, and is left unchanged${left}`;
}
