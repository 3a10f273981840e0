import type { Address } from '../address.ts';
import type { RemoteId } from '../live/live.ts';
import type { IncidentLevel, LiveIncident } from '../live/transaction.ts';

/** The kind of an incident: the same step, message and status, in any account. */
export type IncidentKind = {
  readonly level: IncidentLevel;
  readonly step: string | null;
  readonly message: string | null;
  /** HTTP status of the third party's answer. */
  readonly status: number | null;
};

/** Number of incidents, and their first and last time (ISO UTC), null where the service shows none. */
export type IncidentTotals = {
  readonly count: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
};

/** Incidents of one kind in one cycle. */
export type IncidentPlace = IncidentTotals & {
  readonly account: string;
  /** Null: no state has the cycle. */
  readonly address: Address | null;
  /** Name of the cycle, or its id; empty if the service names neither. */
  readonly cycle: string;
  readonly accountId: RemoteId;
  readonly cycleId: RemoteId | null;
  /** The latest transaction with it. */
  readonly transaction: RemoteId | null;
  /** Identifies the record that the latest transaction moved; absent if not requested. */
  readonly record?: string | null;
  /** Where the console shows the cycle; null if its address is unknown. */
  readonly url: string | null;
};

/** Incidents of one kind, with the cycles that have them: the most first. */
export type IncidentGroup = IncidentKind &
  IncidentTotals & {
    readonly accounts: number;
    readonly places: readonly IncidentPlace[];
  };

/** An incident, without what a secret of ours is in. */
export type NamedIncident = LiveIncident & {
  readonly account: string;
  readonly accountId: RemoteId;
  readonly address: Address | null;
};
