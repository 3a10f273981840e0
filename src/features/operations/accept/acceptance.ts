import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AcceptedChange } from '../../../model/observed/unmanaged.ts';

/** Request of a person: which unmanaged changes become the new baseline, and why. */
export type AcceptRequest = {
  /** Each with everything below it; empty means all of the selected accounts. */
  readonly addresses: readonly Address[];
  /** A group of the report in place of addresses; null without one. */
  readonly group: string | null;
  readonly reason: string;
};

/** Account with unmanaged changes to accept. */
export type FoundAcceptance = {
  readonly account: string;
  readonly changes: readonly AcceptedChange[];
};

/** Result of one account. */
export type AcceptanceOutcome = {
  readonly account: string;
  readonly accepted: readonly AcceptedChange[];
  /** Number of changes that another run accepted meanwhile. */
  readonly already: number;
  readonly diagnostics: readonly Diagnostic[];
};
