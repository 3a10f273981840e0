import type { Address } from '../address.ts';
import type { LiveSchedule } from '../desired/schedule.ts';
import type { Owner } from '../desired/scope/ownership.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { PendingConsent } from '../live/consent.ts';
import type { BehindRelease, RemoteId } from '../live/live.ts';

/** The next run of a cycle, estimated from its schedule; the service itself does not show it. */
export type NextRun =
  /** ISO UTC. */
  | { readonly kind: 'expected'; readonly at: string }
  /** Whenever its first step is called from outside. */
  | { readonly kind: 'on-call' }
  /** The time of its single run has passed. */
  | { readonly kind: 'past'; readonly at: string }
  /** It rests. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** The schedule of a cycle: as we sent it last, or as the service shows it if it differs. */
export type KnownSchedule =
  | { readonly from: 'sent'; readonly schedule: LiveSchedule; readonly sentAt: string }
  | { readonly from: 'shown'; readonly schedule: LiveSchedule }
  /** Shown, with an interval that the service does not offer. */
  | { readonly from: 'shown'; readonly unlistedMinutes: number }
  /** The service shows none, and the state has none for its present activation. */
  | { readonly from: 'nowhere' };

/** A cycle of an account. */
export type CycleStatus = {
  /** Null: no manifest names it, and the state has no entry. */
  readonly address: Address | null;
  readonly name: string;
  /** The service's word, such as Active or Paused; null where it does not have the cycle. */
  readonly state: string | null;
  /** The state that Git wants; null if it does not say. */
  readonly wants: 'active' | 'paused' | null;
  /** The owner of that, if it is no longer Git. */
  readonly stateOwner?: Exclude<Owner, 'managed'>;
  /** The last day on which what differs of that is left as it is, `2026-12-31` in UTC. */
  readonly ignoredUntil?: string;
  /** The service had it when we worked on it last, and has it no more. */
  readonly isGone?: true;
  readonly errors: number;
  readonly warnings: number;
  /** ISO UTC of the last successful run; null: none. Absent if the service does not show it. */
  readonly lastSuccess?: string | null;
  readonly schedule: KnownSchedule;
  readonly next: NextRun;
  /** Connectors that it uses and that are not signed in. */
  readonly notSignedIn: number;
  /** Since when it is paused by an edit of ours that was interrupted, ISO UTC. */
  readonly pausedByUsSince?: string;
  /** The outcome of its single run is unknown. */
  readonly isRunUnknown?: true;
};

/** A connector that cycles use and that is of an older release than the latest. */
export type BehindConnector = BehindRelease & {
  /** Null: the state has no entry. */
  readonly address: Address | null;
  readonly id: RemoteId;
};

/** An installed connector that cycles use. */
export type UsedConnector = {
  /** Null: the state has no entry. */
  readonly address: Address | null;
  readonly id: RemoteId;
  readonly isSignedIn: boolean;
};

/** The status of one account. */
export type AccountStatus =
  | {
      readonly kind: 'read';
      readonly account: string;
      /** False: the next apply makes it. */
      readonly isThere: boolean;
      /** The service had it when we worked on it last, and has it no more. */
      readonly isGone?: true;
      /** Its row says that it is leaving: no apply makes it. */
      readonly isLeaving?: true;
      readonly cycles: readonly CycleStatus[];
      /** Installed connectors that its cycles use. */
      readonly connectors: readonly UsedConnector[];
      readonly waits: readonly PendingConsent[];
      readonly behind: readonly BehindConnector[];
      /** Why `behind` is unknown: the catalog could not be read. */
      readonly behindUnread?: string;
    }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** An account that was read. */
export type ReadStatus = Extract<AccountStatus, { readonly kind: 'read' }>;
