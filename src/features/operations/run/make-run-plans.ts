import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { checkStarts } from '../../../engine/run/check-starts.ts';
import { openRunContext, type Run } from '../../../engine/run/make-plan.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { makeRunPlan, type RunRequest } from './make-run-plan.ts';

/** Plans single runs account by account, with the check of their prerequisites. Writes nothing. */
export async function* makeRunPlans(
  run: Run,
  asked: { readonly requestOf: (account: string) => RunRequest; readonly now: () => string },
): AsyncGenerator<PlannedAccount, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  yield* runInOrder(run.entries, run.width, async (entry): Promise<PlannedAccount> => {
    const { key: account } = entry;
    const observation = await observeAccount(context, fromManifest(entry));
    if (observation.kind !== 'observed') {
      const { kind, diagnostics } = observation;
      return { kind: 'unplanned', account, diagnostics, isUnread: kind === 'unread' };
    }
    const request = { ...asked.requestOf(account), now: asked.now() };
    const made = makeRunPlan(observation.diff, request, (text) =>
      context.secrets.fingerprint(text),
    );
    if ('refused' in made)
      return { kind: 'unplanned', account, diagnostics: made.refused, isUnread: false };
    const starts = await checkStarts(context.reader, observation, made.plan);
    const diagnostics =
      starts.kind === 'unread' ? starts.diagnostics : listRefusedDiagnostics(starts.refused);
    if (diagnostics.length === 0) return { kind: 'planned', plan: made.plan };
    return { kind: 'unplanned', account, diagnostics, isUnread: starts.kind === 'unread' };
  });
}
