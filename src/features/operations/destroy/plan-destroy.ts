import { findEach } from '../../../engine/live/read-accounts.ts';
import type { Run } from '../../../engine/run/make-plan.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { Doom } from './doom.ts';
import { lookAtDoomed } from './look-at-doomed.ts';
import { makeDestroyPlan } from './make-destroy-plan.ts';

/** Plans what destroys what a person named, account by account. Nothing is written anywhere. */
export async function* planDestroy(
  looking: Run['looking'],
  dooms: readonly Doom[],
): AsyncGenerator<PlannedAccount, void, undefined> {
  const capabilities = await looking.reader.readCapabilities();
  const full = { ...looking, capabilities, findAccount: findEach(looking.reader) };
  for (const doom of dooms) {
    const { account } = doom;
    const sight = await lookAtDoomed(full, doom);
    if (sight.kind !== 'seen') {
      const isUnread = sight.kind === 'unread';
      yield { kind: 'unplanned', account, diagnostics: sight.diagnostics, isUnread };
      continue;
    }
    const made = makeDestroyPlan(sight.diff, doom, (text) => looking.secrets.print(text));
    yield 'plan' in made
      ? { kind: 'planned', plan: made.plan }
      : { kind: 'unplanned', account, diagnostics: made.refused, isUnread: false };
  }
}
