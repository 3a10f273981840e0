import type { Address } from '../../../model/address.ts';

/** Drift to restore to Git, for all accounts of a run. */
export type RevertRequest = {
  /** The requested addresses, each with everything below it; empty means all drift. */
  readonly addresses: readonly Address[];
  /** True if each of them must have drift; an approved plan may find it reverted already. */
  readonly isNew: boolean;
};
