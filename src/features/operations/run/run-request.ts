import type { Address } from '../../../model/address.ts';

/** Cycles of one account to run once. */
export type RunRequest = {
  /** Null: all that Git keeps paused and that are ready, or all that wait for a single run. */
  readonly addresses: ReadonlySet<Address> | null;
  /** ISO UTC; null: now. */
  readonly at: string | null;
  /** True to cancel single runs that wait. */
  readonly cancels: boolean;
};
