import { OperationalError } from '../../kit/operational-error.ts';

/** `20261121T185132123Z-7f3a9c`: the millisecond it began and six random digits, so that ids sort by time. */
export type RunId = string;

/**
 * A process that may hold locks. `boot` identifies the start of the machine, because process ids
 * repeat.
 */
export type Holder = {
  readonly id: string;
  readonly command: string;
  readonly user: string;
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
};

/** A holder, and the time since its last heartbeat, measured in the store. */
export type HolderStatus = { readonly holder: Holder; readonly silentMs: number };

/** A locked account. */
export type HeldLock = HolderStatus & {
  readonly account: string;
  /** ISO UTC. */
  readonly since: string;
  /** Grows with each lock of the account; a holder of an older one can no longer write. */
  readonly fence: number;
};

export type LockResult =
  | { readonly kind: 'taken'; readonly fence: number }
  | { readonly kind: 'held'; readonly by: HeldLock };

/** Another run took the lock of the account: this run writes nothing more to it. */
export class LostLockError extends OperationalError {
  constructor(account: string) {
    super(`this run no longer holds the lock on ${account}: another run took it`, {
      remedy: 'Wait until the other run has ended.',
    });
    this.name = 'LostLockError';
  }
}

/** A lock of a fleet that is held: nothing is saved with its fence once another process has it. */
export type FleetLock = { readonly fleet: string; readonly fence: number };

/** Returns the name of the lock of a fleet. */
export function toFleetLock(fleet: string): string {
  return `fleet/${fleet}`;
}

/** Returns the name of the lock by which a command asks whoever works on a fleet to end soon. */
export function toWayLock(fleet: string): string {
  return `way/${fleet}`;
}

/** One lock for each account. */
export interface Locks {
  /** Registers a holder, and renews its heartbeat. */
  heartbeat(holder: Holder): Promise<void>;
  /**
   * Locks an account that is free or already ours. `over` is the fence of a stale lock: only that
   * lock is replaced, and no newer one.
   */
  acquireLock(account: string, holder: Holder, over?: number): Promise<LockResult>;
  /** Without effect where the account was taken by another since. */
  releaseLock(account: string, fence: number): Promise<void>;
  /** Lets everything go that a holder has, and forgets the holder. */
  removeHolder(holder: string): Promise<void>;
}
