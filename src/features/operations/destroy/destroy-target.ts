import type { Address } from '../../../model/address.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** What a person named of one account to be destroyed. */
export type DestroyTarget = {
  readonly account: string;
  /** External id. */
  readonly id: string;
  /** Where the manifest names the account; null where none does any more. */
  readonly at: SourceSpan | null;
  /** The objects; all that is in the account where it is named itself. */
  readonly addresses: ReadonlySet<Address>;
  readonly isWholeAccount: boolean;
  /** What the manifest protects of the account. */
  readonly protectedAddresses: ReadonlySet<Address>;
  /** What of it the manifest still names, and where. */
  readonly named: ReadonlyMap<Address, SourceSpan>;
};
