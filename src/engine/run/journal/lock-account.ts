import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { HeldLock, Holder, LockResult } from '../../../model/memory/lock.ts';
import type { Clock, Locks, StoreWriter } from '../../../model/ports.ts';
import { isStale } from '../../policy/is-stale.ts';

/** Who works, for the locks of accounts. */
export type Session = {
  readonly holder: Holder;
  /** Whether the process of a holder was one of this machine and is there no more. */
  readonly isGone: (holder: Holder) => boolean;
  /** How long an account that another has is waited for. */
  readonly lockTimeoutMs: number;
  /** Whether the process is asked to end, which waits for nobody then; never where it is left out. */
  readonly isStopping?: () => boolean;
};

const pollMs = 1000;

/** Takes the lock of an account, also one that a dead holder has left; or says who has it. */
export async function tryLock(
  locks: Locks,
  { holder, isGone }: Session,
  account: string,
): Promise<LockResult> {
  const answer = await locks.acquireLock(account, holder);
  if (answer.kind === 'taken' || !isStale(answer.by, isGone)) return answer;
  return locks.acquireLock(account, holder, answer.by.fence);
}

/** The same, and waits until it is free as long as the session has time and may go on. */
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

/** The store for who has the lock of an account: writes nothing once another has taken it. */
export function withFence<T extends StoreWriter>(store: T, fence: number): T {
  return { ...store, update: (change) => store.update({ ...change, fence }) };
}

/** Says who has the account, and what to do; a command that does not wait says it in its own words. */
export function reportAccountLocked(
  { account, holder, since, silentMs }: HeldLock,
  environment: string,
  then = 'Wait until that has ended and apply again, or give --lock-timeout more time.',
): Diagnostic {
  const heard = `heard of ${Math.round(silentMs / 1000)} s ago`;
  return {
    code: 'lock-held',
    severity: 'error',
    summary: `${account} is worked on by ${holder.user} on ${holder.host} (cyclectl ${holder.command}, process ${holder.pid}, since ${since}, ${heard})`,
    remedy: `Nothing of it was touched. ${then} If it is certain that it works no more: cyclectl unlock ${account} -e ${environment}`,
  };
}
