import type { TextChange } from '../../../kit/files/unified-patch.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** Promoted change. */
export type PromotedItem = {
  readonly account: string;
  readonly address: Address;
  /** File that it is written to. */
  readonly file: string;
  /** Change of a cycle file in words; null when the address is enough. */
  readonly says: string | null;
};

/** Differences between two environments as edits of files. Not written yet. */
export type Promotion = {
  readonly files: readonly TextChange[];
  readonly carried: readonly PromotedItem[];
  /** Errors name changes that were not promoted; warnings those with a doubt or a manual action. */
  readonly diagnostics: readonly Diagnostic[];
  /** Compared accounts. */
  readonly accounts: number;
  /** Accounts that could not be read or promoted in full. */
  readonly incomplete: number;
  /** Unmanaged changes of promoted files, which are not promoted; absent if there is none. */
  readonly unmanaged?: number;
};
