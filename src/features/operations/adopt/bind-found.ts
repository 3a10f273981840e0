import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type StatePorts, systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunRecord } from '../../../app/run/open-run-record.ts';
import { openSession } from '../../../app/run/open-session.ts';
import { closeRunByStates, startRun } from '../../../engine/run/journal/journal-run.ts';
import { openRunContext } from '../../../engine/run/make-plan.ts';
import { type AdoptRun, adoptAccounts, toRunAccount } from './adopt-accounts.ts';
import type { AdoptionOutcome, FoundAdoption } from './adoption.ts';

export type AdoptContext = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & { readonly yes?: boolean };
  readonly projectContext: ProjectContext;
  readonly ports: StatePorts;
  /** Start of the command, by `performance.now`. */
  readonly startedAt: number;
};

/**
 * Binds the found objects as a run, recorded before the first binding so that the history shows it.
 * Reads `found` twice.
 */
export async function bindFound(
  { context, options, projectContext, ports }: AdoptContext,
  asked: {
    readonly found: () => AsyncIterable<FoundAdoption>;
    readonly look?: AdoptRun['look'];
  },
): Promise<readonly AdoptionOutcome[]> {
  context.deferSignals();
  const { store } = ports;
  const command = 'adopt';
  const say = (text: string) => context.terminal.log(text);
  const session = await openSession(store, { command, lockTimeoutMs: 0, say });
  try {
    const { directory } = options;
    const record = await openRunRecord({ command, approved: null, directory, context }, session);
    const accounts = toRunAccounts(asked.found());
    await startRun(store, record, { accounts, isGone: session.isGone });
    const run = toRun(projectContext, ports);
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
    const outcomes: AdoptionOutcome[] = [];
    for await (const outcome of adoptAccounts(adopting, asked.found())) outcomes.push(outcome);
    await closeRunByStates(store, record, { at: systemClock.now(), isStopped: isStopping() });
    return outcomes;
  } finally {
    await session.end();
  }
}

async function* toRunAccounts(found: AsyncIterable<FoundAdoption>) {
  for await (const { account } of found) yield toRunAccount(account);
}
