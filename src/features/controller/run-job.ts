import { describeThrown } from '../../engine/apply/journal/run-safely.ts';
import { reportAccountLocked, tryLock } from '../../engine/run/journal/lock-account.ts';
import type { DriftRecorder } from '../../engine/run/open-drift-recorder.ts';
import type { DriftLook } from '../../engine/run/run-drift.ts';
import { toHash } from '../../kit/hash.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { isReportedOnly } from '../../model/plan/plan.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import type { Watch, WatchedAccount, WatchResult } from '../../model/state/shared/watch.ts';
import type { Reconciler } from './reconcile/open-reconciler.ts';
import type { Reason, Reconciled } from './reconcile/reconcile-account.ts';
import type { OpenedStation } from './station.ts';

/** The parts that a job needs. */
export type JobTools = {
  readonly station: OpenedStation;
  readonly watch: Watch;
  readonly recorder: Pick<DriftRecorder, 'recordItems'>;
  /** Null of a controller that only looks. */
  readonly reconciler: Reconciler | null;
};

/** Job of the queue. */
export type Job = {
  /** The account as it was last found. */
  readonly before: WatchedAccount;
  readonly entry: AccountEntry;
  /** Aborted when no new operation may start. */
  readonly stopping: AbortSignal;
};

/** Time until an account is looked at again that another run has locked. */
const lockedMs = 30_000;
/** First and longest time after a failure. */
const [firstBackOffMs, maxBackOffMs] = [30_000, 3_600_000];

/** Result of a job. */
export type JobResult = WatchResult & {
  /** True if the account was written. */
  readonly isApplied: boolean;
};

type Look = Pick<WatchResult, 'state' | 'reason' | 'found' | 'againMs'> & {
  readonly isFailure?: true;
  readonly isApplied?: true;
};

/**
 * Looks at the account of a job by the newest commit, applies it where the controller may, and records the
 * result. Throws if it cannot record.
 */
export async function runJob(tools: JobTools, job: Job): Promise<JobResult> {
  const { station, watch } = tools;
  const { before, stopping } = job;
  const { account } = before;
  const look = await workOn(tools, job);
  const { isFailure = false, isApplied = false, ...result } = look;
  const isSame = result.state === 'locked' || stopping.aborted;
  const failures = isFailure ? before.failures + 1 : isSame ? before.failures : 0;
  const { commit } = station.snapshot;
  const saved: WatchResult = {
    account,
    ...result,
    commit,
    failures,
    againMs: isFailure ? toBackOffMs(account, failures) : result.againMs,
  };
  await watch.saveResult(saved);
  return { ...saved, isApplied };
}

async function workOn(tools: JobTools, { before, entry, stopping }: Job): Promise<Look> {
  const { station, reconciler } = tools;
  if (station.ports.revisions.isWaiting(entry))
    return { state: 'waiting', reason: null, found: null, againMs: null };
  // One that failed may hang: it is read by itself.
  const lookAgain = () => lookLocked(tools, { entry, isSuspect: before.failures > 0 });
  try {
    const resumed = await reconciler?.resume(entry, stopping);
    const look = await lookAgain();
    const { done: first = { kind: 'nothing' }, saveReplaced } = resumed ?? {};
    if (isEnd(first) && first.kind !== 'failed') return toEnd(tools, { entry, done: first, look });
    const isResumed = first.kind === 'applied' ? { isApplied: true as const } : {};
    if (reconciler === null || !(await needsWork(station, entry, look)))
      return { ...look, ...isResumed };
    const done = await reconciler.reconcile(entry, stopping);
    const last = isWritten(done) ? await lookAgain() : look;
    if (isEnd(done)) return { ...toEnd(tools, { entry, done, look: last }), ...toApplied(done) };
    await saveReplaced?.();
    // Nothing counts as in sync that was not compared.
    return { ...last, ...isResumed, ...toApplied(done) };
  } catch (error) {
    const thrown = describeThrown(error, entry.key);
    const reason = toReason(thrown);
    return {
      state: 'failed',
      reason,
      found: toUnread(entry, thrown),
      againMs: null,
      isFailure: true,
    };
  }
}

/** Makes an account that was not compared: it takes the place of an earlier look in the report. */
export function toUnread({ key: account, at }: AccountEntry, diagnostic: Diagnostic): DriftAccount {
  return { kind: 'unread', account, at, diagnostics: [diagnostic] };
}

function isWritten(done: Reconciled): boolean {
  return done.kind === 'applied' || ('isApplied' in done && done.isApplied === true);
}

function toApplied(done: Reconciled): Pick<Look, 'isApplied'> {
  return isWritten(done) ? { isApplied: true } : {};
}

type Ended = Extract<Reconciled, { readonly kind: 'held' | 'locked' | 'failed' }>;

function isEnd(done: Reconciled): done is Ended {
  return done.kind !== 'nothing' && done.kind !== 'applied';
}

// The account as it was found before stays in the report.
function toEnd(
  { station }: JobTools,
  {
    entry,
    done,
    look: { found },
  }: { readonly entry: AccountEntry; readonly done: Ended; readonly look: Look },
): Look {
  const reason = toReason(done.why);
  if (done.kind === 'locked') return { state: 'locked', reason, found, againMs: lockedMs };
  const environment = station.request.project.environment.name;
  const place = { environment, select: [`account=${entry.key}`] };
  const again = `To see it: ${formatCommand('plan', place)}`;
  if (done.kind === 'held')
    return { state: 'held', reason: `${reason} ${again}`, found, againMs: done.againMs ?? null };
  return { state: 'failed', reason: `${reason} ${again}`, found, againMs: null, isFailure: true };
}

// An apply also finishes what a dead run left, which may show as nothing.
async function needsWork(
  { ports }: OpenedStation,
  { key }: AccountEntry,
  { state }: Look,
): Promise<boolean> {
  if (state === 'drift' || state === 'changes') return true;
  if (state !== 'in-sync') return false;
  const { creates, writes, pauses } = await ports.store.readState(key);
  return creates.size + writes.size + pauses.size > 0;
}

async function lookLocked(
  { station, recorder }: JobTools,
  { entry, isSuspect }: { readonly entry: AccountEntry; readonly isSuspect: boolean },
): Promise<Look> {
  const { ports, session } = station;
  const answer = await tryLock(ports.store, session, entry.key);
  if (answer.kind === 'held') {
    const environment = station.request.project.environment.name;
    const locked = reportAccountLocked(answer.by, environment, 'It is looked at again later.');
    const found = toUnread(entry, locked);
    return { state: 'locked', reason: toReason(locked), found, againMs: lockedMs };
  }
  try {
    const look = await station.look(entry, isSuspect);
    return toLook(await withDates(look, recorder), look.hasChanges === true);
  } finally {
    await ports.store.releaseLock(entry.key, answer.fence);
  }
}

async function withDates(
  { found, observed }: DriftLook,
  recorder: Pick<DriftRecorder, 'recordItems'>,
): Promise<DriftAccount> {
  if (found.kind === 'unread') return found;
  const dates = await recorder.recordItems(found.account, observed);
  const items = found.items.map((item, at) => ({ ...item, since: dates[at] ?? null }));
  return { ...found, items };
}

function toLook(found: DriftAccount, hasChanges: boolean): Look {
  if (found.kind === 'unread') {
    const [first] = found.diagnostics;
    const reason = first === undefined ? null : toReason(first);
    return { state: 'unread', reason, found, againMs: null, isFailure: true };
  }
  const isDrift = !found.items.every(isReportedOnly);
  const state = isDrift ? 'drift' : hasChanges || !found.isApplied ? 'changes' : 'in-sync';
  return { state, reason: null, found, againMs: null };
}

function toReason({ summary, remedy }: Reason): string {
  return remedy === undefined ? `${summary}.` : `${summary}. ${remedy}`;
}

/** The time after failures in a row: it doubles, and differs by account, so that they do not come together. */
export function toBackOffMs(account: string, failures: number): number {
  const ms = Math.min(maxBackOffMs, firstBackOffMs * 2 ** Math.min(failures - 1, 20));
  const spread = Number.parseInt(toHash(account).slice(0, 4), 16) / 0x10000;
  return Math.round(ms * (1 + spread / 4));
}
