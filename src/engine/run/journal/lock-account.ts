import { checkWrites } from '../../../kit/tasks/check-writes.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Clock, StoreWriter } from '../../../model/ports.ts';
import type { HeldLock, Holder, LockResult, Locks } from '../../../model/state/lock.ts';
import { isStale } from '../../policy/is-stale.ts';
import type { Heartbeat } from './heartbeat.ts';

/** Holder of the locks of accounts. */
export type Session = {
  readonly holder: Holder;
  /** True if a holder's process was on this machine and is gone. */
  readonly isGone: (holder: Holder) => boolean;
  /** Wait time for an account that another run has locked. */
  readonly lockTimeoutMs: number;
  /** True if the process must end and waits no longer; never if omitted. */
  readonly isStopping?: () => boolean;
  /** Its heartbeats; if omitted, it is heard at any time. */
  readonly heartbeat?: Heartbeat;
};

const pollMs = 1000;

/** Locks an account, also over a dead holder; or returns its live holder. */
export async function tryLock(
  locks: Locks,
  { holder, isGone }: Session,
  account: string,
): Promise<LockResult> {
  const answer = await locks.acquireLock(account, holder);
  if (answer.kind === 'taken' || !isStale(answer.by, isGone)) return answer;
  return locks.acquireLock(account, holder, answer.by.fence);
}

/** Does the same, and waits while the session has time. */
export async function lockAccount(
  { store, clock }: { readonly store: Locks; readonly clock: Clock },
  session: Session,
  account: string,
): Promise<LockResult> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const answer = await tryLock(store, session, account);
    const isOver = waitedMs >= session.lockTimeoutMs || session.isStopping?.() === true;
    if (answer.kind === 'taken' || isOver) return answer;
    await clock.wait(Math.min(pollMs, session.lockTimeoutMs - waitedMs));
  }
}

/** Restricts a store to the holder of a lock: updates fail once another run has the account. */
export function withFence<T extends StoreWriter>(store: T, fence: number): T {
  return { ...store, update: (change) => store.update({ ...change, fence }) };
}

/**
 * Does work that writes to the service under locks, the fences of accounts. After a silence of this process
 * nothing is sent until the store has confirmed them.
 */
export function writeUnder<T>(
  { store, session }: { readonly store: StoreWriter; readonly session: Session },
  fences: ReadonlyMap<string, number>,
  work: () => Promise<T>,
): Promise<T> {
  const { heartbeat } = session;
  if (heartbeat === undefined) return work();
  const confirm = async () => {
    for (const [account, fence] of fences) await store.update({ account, fence });
  };
  return checkWrites(heartbeat.watch(confirm), work);
}

/**
 * Reports the holder of an account and the remedy; a command that does not wait passes its own
 * `then`.
 */
export function reportAccountLocked(
  { account, holder, since, silentMs }: HeldLock,
  environment: string,
  then = 'Wait for that run and apply again, or pass a longer --lock-timeout.',
): Diagnostic {
  const heard = `last seen ${Math.round(silentMs / 1000)} s ago`;
  return reportError('lock-held', {
    summary: `${account} is locked by ${holder.user} on ${holder.host} (cyclectl ${holder.command}, process ${holder.pid}, since ${since}, ${heard})`,
    remedy: `Nothing was changed in this account. ${then} If that run is certainly dead, run cyclectl unlock ${account} -e ${environment}`,
  });
}
