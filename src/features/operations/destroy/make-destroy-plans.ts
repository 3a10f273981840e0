import { openFreshContext, type Run } from '../../../engine/run/make-plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { makeDestroyPlan } from './make-destroy-plan.ts';
import { observeDestroyTarget } from './observe-destroy-target.ts';

/** Plans the destroy of named objects, account by account. Writes nothing. */
export async function* makeDestroyPlans(
  context: Run['context'],
  targets: readonly DestroyTarget[],
): AsyncGenerator<PlannedAccount, void, undefined> {
  const full = await openFreshContext(context);
  for (const target of targets) {
    const { account } = target;
    const observation = await observeDestroyTarget(full, target);
    if (observation.kind !== 'observed') {
      const isUnread = observation.kind === 'unread';
      yield { kind: 'unplanned', account, diagnostics: observation.diagnostics, isUnread };
      continue;
    }
    const made = makeDestroyPlan(observation.diff, target, (text) =>
      context.secrets.fingerprint(text),
    );
    yield 'plan' in made
      ? { kind: 'planned', plan: made.plan }
      : { kind: 'unplanned', account, diagnostics: made.refused, isUnread: false };
  }
}
