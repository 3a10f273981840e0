import type { GlobalOptions } from '../../../app/context.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { type StatePorts, systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { withSession } from '../../../app/run/open-session.ts';
import { openRunRecord } from '../../../app/run/records/open-run-record.ts';
import { closeRunByStates, startRun } from '../../../engine/run/journal/journal-run.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { type AdoptRun, adoptAccounts, toRunAccount } from './adopt-accounts.ts';
import type { AdoptionOutcome, FoundAdoption } from './adoption.ts';

export type AdoptContext = ProjectRequest<GlobalOptions & { readonly yes?: boolean }> & {
  readonly ports: StatePorts;
};

/**
 * Binds the found objects as a run, recorded before the first binding so that the history shows it.
 * Reads `found` twice.
 */
export async function bindFound(
  { context, options, project, ports }: AdoptContext,
  asked: {
    readonly found: () => AsyncIterable<FoundAdoption>;
    readonly look?: AdoptRun['look'];
  },
): Promise<readonly AdoptionOutcome[]> {
  context.deferSignals();
  const { store } = ports;
  const command = 'adopt';
  return withSession(store, { context, command }, async (session) => {
    const { directory } = options;
    const record = await openRunRecord(
      { command, approved: null, directory, context },
      session,
      store,
    );
    let total = 0;
    const accounts = toRunAccounts(asked.found(), () => {
      total += 1;
    });
    await startRun(store, record, { accounts, isGone: session.isGone });
    const run = toRun(project, ports);
    const isStopping = () => context.stopping.aborted;
    const adopting = {
      ...run,
      ...(asked.look === undefined ? {} : { look: asked.look }),
      // Reads accounts one by one, because a list would be stale by the last one.
      context: await openRunContext(run.context, 1),
      store,
      session,
      clock: systemClock,
      id: record.id,
      isStopping,
    };
    const adopted = adoptAccounts(adopting, asked.found());
    const phase = { does: 'adopting', total, ports };
    const outcomes = await Array.fromAsync(withProgress(context, phase, adopted));
    await closeRunByStates(store, record, { at: systemClock.now(), isStopped: isStopping() });
    return outcomes;
  });
}

async function* toRunAccounts(found: AsyncIterable<FoundAdoption>, count: () => void) {
  for await (const { account } of found) {
    count();
    yield toRunAccount(account);
  }
}
