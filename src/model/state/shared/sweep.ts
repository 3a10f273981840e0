/** A look at all accounts of a partition. Times are milliseconds of the store's clock. */
export type Sweep = {
  /** Sorts by time. */
  readonly id: string;
  /** The manifests by which it looks. */
  readonly version: string;
  readonly startedMs: number;
  readonly endedMs: number | null;
  /** Requests of all replicas since its start. */
  readonly requests: number;
};

/** The schedule of a partition, which one replica has. */
export type Lead = {
  /** Grows with each replica that takes it. */
  readonly epoch: number;
  /** The present or last one, and the time since it started. */
  readonly sweep: (Sweep & { readonly sinceMs: number }) | null;
};

/** The time after which the schedule of a silent replica may be taken, in milliseconds. */
export const leadMs = 10_000;

/** Thrown by a write of a replica that no longer has the schedule. */
export class LostLeadError extends Error {
  override readonly name = 'LostLeadError';
}
