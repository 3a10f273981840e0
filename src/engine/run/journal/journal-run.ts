import {
  isServiceCommand,
  type RunAccount,
  type RunCommand,
  type RunEnd,
  type RunRecord,
  type RunTally,
} from '../../../model/memory/run.ts';
import type { RunId } from '../../../model/memory/run-id.ts';
import { type AccountOutcome, hasWritten, isSuccess } from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { RunReader, StoreReader, StoreWriter } from '../../../model/ports.ts';
import { isStale } from '../../policy/is-stale.ts';
import type { Session } from './lock-account.ts';

/** Runs that are looked through for one that was interrupted. */
const recent = 50;
const accountsAtOnce = 100;

/** A run that was not ended; where nobody works on it, its process died. */
export type OpenRun = { readonly run: RunRecord; readonly isWorking: boolean };

/** The newest first. */
export async function listOpenRuns(
  store: StoreReader,
  isGone: Session['isGone'],
): Promise<readonly OpenRun[]> {
  const open = (await store.listRuns(recent)).filter(({ end }) => end === null);
  if (open.length === 0) return [];
  const heard = await store.listHolders();
  const working = new Set(
    heard.filter((each) => !isStale(each, isGone)).map(({ holder }) => holder.id),
  );
  return open.map((run) => ({ run, isWorking: working.has(run.holder) }));
}

/**
 * The run that resume goes on with: the newest one that wrote to the service, unless it was done to its end. Runs before
 * it are over, since their work is in its plan.
 */
export async function findUnfinished(store: RunReader): Promise<RunRecord | null> {
  const newest = (await store.listRuns(recent)).find(({ command }) => isServiceCommand(command));
  return newest === undefined || newest.end?.outcome === 'done' ? null : newest;
}

/** An account that a run has something left to do for. */
export type PendingAccount = RunAccount & { readonly plan: AccountPlan };

/** One that was planned a moment ago. */
export function toPending(plan: AccountPlan): PendingAccount {
  const { account } = plan;
  return { account, state: 'planned', plan, before: [], made: [], deleted: [] };
}

/** What a run that ended early has left to do. */
export async function* listPending(
  store: RunReader,
  id: RunId,
): AsyncGenerator<PendingAccount, void, undefined> {
  for await (const account of store.readRunAccounts(id)) {
    const { plan } = account;
    if (account.state !== 'done' && plan !== null) yield { ...account, plan };
  }
}

/**
 * Notes a run and what it is about to do, before its first write; one that has nothing to do is not noted, and the
 * answer is false. Runs that were interrupted before are over with that: what they left is in the plan of this one. One
 * that only remembers ends those of its own kind.
 */
export async function startRun(
  store: StoreWriter,
  run: RunRecord,
  work: { readonly accounts: AsyncIterable<RunAccount>; readonly isGone: Session['isGone'] },
): Promise<boolean> {
  let isNoted = false;
  // The run itself comes last: one that is found is whole, so that who goes on with it leaves no account out.
  for await (const accounts of toBatches(work.accounts, accountsAtOnce)) {
    await store.saveRunAccounts(run.id, accounts);
    isNoted = true;
  }
  if (!isNoted) return false;
  const { startedAt: at, command } = run;
  const only = isServiceCommand(command) ? {} : { only: command };
  await closeInterrupted(store, { at, isGone: work.isGone, ...only });
  await store.saveRun(run);
  return true;
}

/** Ends the runs that were interrupted, `but` one that is gone on with: nobody goes on with them any more. */
export async function closeInterrupted(
  store: StoreWriter,
  ended: {
    readonly at: string;
    readonly isGone: Session['isGone'];
    readonly but?: RunId;
    /** Only those of this command; all of them by default. */
    readonly only?: RunCommand;
  },
): Promise<void> {
  const { at, isGone, but, only } = ended;
  for (const { run, isWorking } of await listOpenRuns(store, isGone)) {
    if (isWorking || run.id === but || (only ?? run.command) !== run.command) continue;
    const accounts = await countAccounts(store, run.id);
    await store.saveRun({ ...run, end: { at, outcome: 'stopped', accounts } });
    await store.removeHolder(run.holder);
  }
}

/** Notes that a run is gone on with. What its dead holder had of accounts that are done is let go. */
export async function openRunAgain(
  store: StoreWriter,
  run: RunRecord,
  before: Pick<RunRecord, 'holder'>,
): Promise<void> {
  await store.saveRun(run);
  if (before.holder !== run.holder) await store.removeHolder(before.holder);
}

async function* toBatches<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let taken: T[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length < most) continue;
    yield taken;
    taken = [];
  }
  if (taken.length > 0) yield taken;
}

/** Notes how a run ended. */
export async function closeRun(
  store: StoreWriter,
  run: RunRecord,
  ended: {
    readonly at: string;
    readonly outcomes: readonly AccountOutcome[];
    readonly isStopped: boolean;
  },
): Promise<void> {
  const accounts = await countAccounts(store, run.id);
  await store.saveRun({ ...run, end: { at: ended.at, outcome: classifyRun(ended), accounts } });
}

function classifyRun({
  outcomes,
  isStopped,
}: {
  readonly outcomes: readonly AccountOutcome[];
  readonly isStopped: boolean;
}): RunEnd['outcome'] {
  if (outcomes.every(isSuccess)) return 'done';
  if (isStopped) return 'stopped';
  return outcomes.some(hasWritten) ? 'partial' : 'nothing-written';
}

/** Notes how a run ended that changed what is remembered alone, by the states of its accounts. */
export async function closeRunByStates(
  store: StoreWriter,
  run: RunRecord,
  ended: { readonly at: string; readonly isStopped: boolean },
): Promise<void> {
  const accounts = await countAccounts(store, run.id);
  const { done } = accounts;
  const isWhole = Object.values(accounts).reduce((sum, each) => sum + each, 0) === done;
  const others = done > 0 ? 'partial' : 'nothing-written';
  const outcome = isWhole ? 'done' : ended.isStopped ? 'stopped' : others;
  await store.saveRun({ ...run, end: { at: ended.at, outcome, accounts } });
}

/** How many accounts of a run are how far. */
export async function countAccounts(store: StoreReader, id: RunId): Promise<RunTally> {
  const tally = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
  for await (const { state } of store.readRunAccounts(id)) tally[state] += 1;
  return tally;
}
