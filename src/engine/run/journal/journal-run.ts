import { type AccountOutcome, hasWritten, isDone } from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { RunReader, StoreReader, StoreWriter } from '../../../model/ports.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { RevisionReader } from '../../../model/state/rollout.ts';
import {
  isServiceCommand,
  type RunAccount,
  type RunAccountState,
  type RunCommand,
  type RunEnd,
  type RunRecord,
  type RunTally,
} from '../../../model/state/run.ts';
import { isStale } from '../../policy/is-stale.ts';
import type { Session } from './lock-account.ts';

/** Number of latest runs to search for an interrupted one. */
const recent = 50;
const accountsAtOnce = 100;

/** A run without an end; its process is dead unless it is working. */
export type OpenRun = { readonly run: RunRecord; readonly isWorking: boolean };

/** Lists unfinished runs, newest first. */
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
 * Finds the run for resume: the newest that wrote and is not complete; its plan includes earlier
 * work, but no single runs. An interrupted `cyclectl run` is next, or first where only refusals are left.
 */
export async function findUnfinished(store: RunReader): Promise<RunRecord | null> {
  const runs = (await store.listRuns(recent)).filter(({ command }) => isServiceCommand(command));
  const newest = runs.find((run) => !(run.command === 'run' && isOver(run)));
  const died = runs.find(({ command, end }) => command === 'run' && end === null) ?? null;
  if (newest === undefined || newest.end?.outcome === 'done') return died;
  return isRefused(newest) ? (died ?? newest) : newest;
}

// A refused account needs a new plan.
function isRefused({ end }: RunRecord): boolean {
  if (end === null || end.accounts.begun + end.accounts.failed > 0) return false;
  return end.outcome === 'nothing-written' || end.accounts.planned === 0;
}

/**
 * Returns whether nothing of a run can be continued: it is done, or a `cyclectl run` that wrote
 * nothing and reported why.
 */
export function isOver(run: RunRecord): boolean {
  return run.end?.outcome === 'done' || (run.command === 'run' && !hasBegun(run));
}

function hasBegun({ end }: RunRecord): boolean {
  if (end?.outcome !== 'nothing-written') return true;
  const { begun, failed, done } = end.accounts;
  return begun + failed + done > 0;
}

/**
 * Finds the start of a new run, ISO UTC: now, or just after the newest run, because runs sort by
 * their start, and the clocks of machines differ.
 */
export async function findRunStart(store: RunReader, now: string): Promise<string> {
  const [newest] = await store.listRuns(1);
  return startAfter(newest?.startedAt, now);
}

/** Finds the start of a new rollout in the same way: the latest of a fleet is the one that was opened last. */
export async function findRolloutStart(
  store: Pick<RevisionReader, 'listRollouts'>,
  now: string,
): Promise<string> {
  const [newest] = await store.listRollouts();
  return startAfter(newest?.openedAt, now);
}

function startAfter(newest: string | undefined, now: string): string {
  if (newest === undefined || newest < now) return now;
  return new Date(Date.parse(newest) + 1).toISOString();
}

/** An account with work left. */
export type PendingAccount = RunAccount & { readonly plan: AccountPlan };

/** Converts a new plan. */
export function toPending(plan: AccountPlan): PendingAccount {
  const { account } = plan;
  return { account, state: 'planned', plan, before: [], made: [], deleted: [] };
}

/**
 * Lists the accounts that an interrupted run has left. Those that a rollout did not begin keep their
 * revision, so its plan is not theirs.
 */
export async function* listPending(
  store: RunReader,
  { id, rollout }: Pick<RunRecord, 'id' | 'rollout'>,
): AsyncGenerator<PendingAccount, void, undefined> {
  for await (const account of store.readRunAccounts(id)) {
    const { plan, state } = account;
    const isLeft = rollout === undefined ? state !== 'done' : isUnfinished(state);
    if (isLeft && plan !== null) yield { ...account, plan };
  }
}

/** Returns whether a run may have written in an account, and did not complete it. */
export function isUnfinished(state: RunAccountState): boolean {
  return state === 'begun' || state === 'failed';
}

/**
 * Records a run and its accounts before the first write; false without work. Closes interrupted
 * runs, whose work this plan includes; one of `cyclectl run` or of state closes those of its
 * command.
 */
export async function startRun(
  store: StoreWriter,
  run: RunRecord,
  work: { readonly accounts: AsyncIterable<RunAccount>; readonly isGone: Session['isGone'] },
): Promise<boolean> {
  let isNoted = false;
  // The run is saved last, so that resume finds all of its accounts.
  for await (const accounts of toBatches(work.accounts, accountsAtOnce)) {
    await store.saveRunAccounts(run.id, accounts);
    isNoted = true;
  }
  if (!isNoted && !(await isSuperseding(store, run, work.isGone))) return false;
  const { startedAt: at, command } = run;
  const only = isServiceCommand(command) && command !== 'run' ? {} : { only: command };
  await closeInterrupted(store, { at, isGone: work.isGone, ...only });
  await store.saveRun(run);
  return true;
}

// An apply without changes ends an earlier one, because resume would refuse its plan as stale.
async function isSuperseding(
  store: StoreWriter,
  { command, approved }: RunRecord,
  isGone: Session['isGone'],
): Promise<boolean> {
  if (command !== 'apply' || approved === null) return false;
  const { notPlanned, skipped, refused = 0 } = approved.summary;
  if (notPlanned + skipped + refused > 0) return false;
  const earlier = await findUnfinished(store);
  if (earlier?.command !== 'apply') return false;
  const open = await listOpenRuns(store, isGone);
  return !open.some(({ run, isWorking }) => isWorking && run.id === earlier.id);
}

/** Closes interrupted runs except `but`, because they will not be resumed. */
export async function closeInterrupted(
  store: StoreWriter,
  ended: {
    readonly at: string;
    readonly isGone: Session['isGone'];
    readonly but?: RunId;
    readonly only?: RunCommand;
  },
): Promise<void> {
  const { at, isGone, but, only } = ended;
  for (const { run, isWorking } of await listOpenRuns(store, isGone)) {
    // No plan of another command includes those of `cyclectl run`.
    const isIncluded = only === undefined ? run.command !== 'run' : run.command === only;
    if (isWorking || run.id === but || !isIncluded) continue;
    // One that ends now is gone among the holders, and its end was not read yet.
    if ((await store.readRun(run.id))?.end !== null) continue;
    const accounts = await countAccounts(store, run.id);
    await store.saveRun({ ...run, end: { at, outcome: 'stopped', accounts } });
    await store.removeHolder(run.holder);
  }
}

/**
 * Records that a run is resumed, and releases the locks of its dead holder on finished accounts.
 */
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

/** Records the end of a run. */
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
  if (outcomes.every(isDone)) return 'done';
  if (isStopped) return 'stopped';
  return outcomes.some(hasWritten) ? 'partial' : 'nothing-written';
}

/** Records the end of a run that changed state only, by its accounts. */
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

/** Counts the accounts of a run by state. */
export async function countAccounts(store: StoreReader, id: RunId): Promise<RunTally> {
  const tally = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
  for await (const { state } of store.readRunAccounts(id)) tally[state] += 1;
  return tally;
}
