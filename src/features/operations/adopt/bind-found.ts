import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type BindingWorkplace, systemClock } from '../../../app/ports/wiring.ts';
import type { Opening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunRecord } from '../../../app/run/open-run-record.ts';
import { openSession } from '../../../app/run/open-session.ts';
import { beginRun, endByStates } from '../../../engine/run/journal/journal-run.ts';
import { openLooking } from '../../../engine/run/make-plan.ts';
import { type AdoptRun, adoptAccounts, toNoted } from './adopt-accounts.ts';
import type { AdoptionOutcome, FoundAdoption } from './adoption.ts';

/** What an adopt works with. */
export type Adopting = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & { readonly yes?: boolean };
  readonly opening: Opening;
  readonly place: BindingWorkplace;
  /** When the command began, as `performance.now` tells it. */
  readonly begun: number;
};

/**
 * Binds what was found as a run: noted before the first binding, so that the history shows who bound what since
 * when. `found` is asked for twice.
 */
export async function bindFound(
  { context, options, opening, place }: Adopting,
  asked: {
    readonly found: () => AsyncIterable<FoundAdoption>;
    readonly look?: AdoptRun['look'];
  },
): Promise<readonly AdoptionOutcome[]> {
  context.closeBeforeEnd();
  const { store } = place;
  const command = 'adopt';
  const say = (text: string) => context.terminal.say(text);
  const session = await openSession(store, { command, lockTimeoutMs: 0, say });
  try {
    const { directory } = options;
    const record = await openRunRecord({ command, approved: null, directory, context }, session);
    const accounts = noteEach(asked.found());
    await beginRun(store, record, { accounts, isGone: session.isGone });
    const run = toRun(opening, place);
    const isStopping = () => context.stopping.aborted;
    const adopting = {
      ...run,
      ...(asked.look === undefined ? {} : { look: asked.look }),
      // Accounts are read one by one: a list would be old by the time of the last account.
      looking: await openLooking(run.looking, 1),
      store,
      session,
      clock: systemClock,
      id: record.id,
      isStopping,
    };
    const outcomes: AdoptionOutcome[] = [];
    for await (const outcome of adoptAccounts(adopting, asked.found())) outcomes.push(outcome);
    await endByStates(store, record, { at: systemClock.now(), isStopped: isStopping() });
    return outcomes;
  } finally {
    await session.end();
  }
}

async function* noteEach(found: AsyncIterable<FoundAdoption>) {
  for await (const { account } of found) yield toNoted(account);
}
