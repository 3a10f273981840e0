import { withProgress } from '../../../../app/output/with-progress.ts';
import type { RehearsalPorts } from '../../../../app/ports/rehearsal/open-rehearsal-ports.ts';
import { toRun } from '../../../../app/project/to-run.ts';
import { makePlan } from '../../../../engine/run/planning/make-plan.ts';
import { toAccountAddress } from '../../../../model/address.ts';
import type { RunId } from '../../../../model/state/lock.ts';
import {
  formatNotice,
  formatNoticeCommand,
} from '../../../../reports/blocks/notices/format-notice.ts';
import { readUndo } from '../../../operations/undo/read-undo.ts';
import { withUndo } from '../../../operations/undo/with-undo.ts';
import type { NotUndoneChange } from '../rehearsal.ts';
import type { RehearsalRequest } from '../rehearsal-request.ts';

/** A rehearsed run, and the accounts that it has written to. */
export type RehearsedRun = { readonly id: RunId; readonly written: ReadonlySet<string> };

/** Plans an undo of the rehearsed run as `cyclectl undo` would, and lists what it leaves, by account. */
export async function listNotUndone(
  { context, project, plan, options: { directory } }: RehearsalRequest,
  ports: RehearsalPorts,
  { id, written }: RehearsedRun,
): Promise<ReadonlyMap<string, readonly NotUndoneChange[]>> {
  const run = withUndo(toRun(project, ports), await readUndo(ports.store, id));
  const at = { directory, environment: ports.target.environment };
  const left = new Map<string, readonly NotUndoneChange[]>();
  const phase = { does: 'measuring', total: run.entries.length, ports };
  for await (const planned of withProgress(context, phase, makePlan(run))) {
    if (planned.kind === 'unplanned') {
      const { account, diagnostics } = planned;
      if (!written.has(account)) continue;
      const refused = { address: toAccountAddress(account), path: null, why: 'refused' } as const;
      const reasons =
        plan.options.destroys === undefined
          ? diagnostics.map(({ summary }) => summary)
          : [`${account} was deleted, and no undo restores it`];
      left.set(
        account,
        reasons.map((says) => ({ ...refused, says })),
      );
      continue;
    }
    const { account, notices } = planned.plan;
    const own = notices.flatMap((notice): NotUndoneChange[] => {
      if (notice.kind !== 'not-undone') return [];
      const { address, path, why } = notice;
      const command = formatNoticeCommand(notice, at);
      const says = `${formatNotice(notice)}${command === null ? '' : ` ${command}`}`;
      return [{ address, path, why, says }];
    });
    if (own.length > 0) left.set(account, own);
  }
  return left;
}
