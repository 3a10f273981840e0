import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Metrics } from '../open-metrics.ts';
import type { WriteLog } from '../write-log.ts';
import type { Followed } from './follower.ts';

/** Makes what counts and logs the results of following. A reason is logged when it is new, and when it is over. */
export function makeFollowedReport({
  metrics,
  log,
}: {
  readonly metrics: Pick<Metrics, 'countRefused' | 'countUnfollowed' | 'seeLatest'>;
  readonly log: WriteLog;
}): (found: Followed) => void {
  let trouble: string | null = null;
  return (found) => {
    if (found.kind === 'waiting' || found.kind === 'changing') return;
    if (found.kind === 'unfollowed') {
      const { reason, text, remedy } = found;
      metrics.countUnfollowed(reason);
      if (trouble !== text) log({ level: 'error', event: 'ref-unfollowed', reason, text, remedy });
      trouble = text;
      return;
    }
    if (trouble !== null) log({ level: 'info', event: 'ref-followed' });
    trouble = null;
    if (found.kind === 'same') metrics.seeLatest();
    if (found.kind !== 'refused') return;
    metrics.countRefused();
    for (const each of found.diagnostics) log({ ...toEntry(each), event: 'manifests-refused' });
  };
}

/** The facts of a diagnostic for an entry of the log. */
export function toEntry({ severity, code, summary, remedy, at }: Diagnostic) {
  const place = at === undefined ? undefined : `${at.file}:${at.line}:${at.column}`;
  const level = severity === 'error' ? ('error' as const) : ('warning' as const);
  return { level, code, text: summary, remedy, place };
}
