import { OperationalError } from '../../kit/operational-error.ts';

/**
 * A process that may hold accounts. `boot` tells one start of a machine from the next, so that the number of a
 * process means the same process.
 */
export type Holder = {
  readonly id: string;
  readonly command: string;
  readonly user: string;
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
};

/** A holder, and how long it has not been heard of, by the clock of the store. */
export type HolderStatus = { readonly holder: Holder; readonly silentMs: number };

/** An account that somebody works on. */
export type HeldLock = HolderStatus & {
  readonly account: string;
  /** ISO UTC. */
  readonly since: string;
  /** Grows each time that the account is taken; who has an older one writes nothing any more. */
  readonly fence: number;
};

export type LockResult =
  | { readonly kind: 'taken'; readonly fence: number }
  | { readonly kind: 'held'; readonly by: HeldLock };

/** The account was taken by another while we worked on it: nothing more is written of it here. */
export class LostLockError extends OperationalError {
  constructor(account: string) {
    super(`the lock of ${account} is no longer ours: another run has taken it`, {
      remedy: 'Wait until the other run has ended.',
    });
    this.name = 'LostLockError';
  }
}
