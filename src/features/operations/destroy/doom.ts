import type { Address } from '../../../model/address.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** What a person named of one account to be destroyed. */
export type Doom = {
  readonly account: string;
  /** External id. */
  readonly id: string;
  /** Where the manifest names the account; null where none does any more. */
  readonly at: SourceSpan | null;
  /** The objects; all that is in the account where it is named itself. */
  readonly addresses: ReadonlySet<Address>;
  readonly isWhole: boolean;
  /** What the manifest protects of the account. */
  readonly guarded: ReadonlySet<Address>;
  /** What of it the manifest still names, and where. */
  readonly named: ReadonlyMap<Address, SourceSpan>;
};
