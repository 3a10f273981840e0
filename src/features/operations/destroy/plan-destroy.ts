import { makeAccountFinder } from '../../../engine/live/open-account-finder.ts';
import type { Run } from '../../../engine/run/make-plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { makeDestroyPlan } from './make-destroy-plan.ts';
import { observeDestroyTarget } from './observe-destroy-target.ts';

/** Plans what destroys what a person named, account by account. Nothing is written anywhere. */
export async function* planDestroy(
  looking: Run['context'],
  dooms: readonly DestroyTarget[],
): AsyncGenerator<PlannedAccount, void, undefined> {
  const capabilities = await looking.reader.readCapabilities();
  const full = { ...looking, capabilities, findAccount: makeAccountFinder(looking.reader) };
  for (const doom of dooms) {
    const { account } = doom;
    const sight = await observeDestroyTarget(full, doom);
    if (sight.kind !== 'seen') {
      const isUnread = sight.kind === 'unread';
      yield { kind: 'unplanned', account, diagnostics: sight.diagnostics, isUnread };
      continue;
    }
    const made = makeDestroyPlan(sight.diff, doom, (text) => looking.secrets.fingerprint(text));
    yield 'plan' in made
      ? { kind: 'planned', plan: made.plan }
      : { kind: 'unplanned', account, diagnostics: made.refused, isUnread: false };
  }
}
