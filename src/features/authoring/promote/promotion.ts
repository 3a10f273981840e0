import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { FileEdit } from '../../../model/manifest/manifest-files.ts';

/** One thing that was carried into a file. */
export type PromotedItem = {
  readonly account: string;
  readonly address: Address;
  /** Where it is written now. */
  readonly file: string;
  /** What changed in a cycle file, in words; null where the address says it all. */
  readonly says: string | null;
};

/** What differs between two environments as edits of files, and what of it is none. Nothing is written yet. */
export type Promotion = {
  readonly files: readonly FileEdit[];
  readonly carried: readonly PromotedItem[];
  /** Errors say what was not carried, warnings what was carried with a doubt or is left to a person. */
  readonly diagnostics: readonly Diagnostic[];
  /** Accounts that were looked at. */
  readonly accounts: number;
  /** Accounts that could not be read, or of which something was not carried. */
  readonly incomplete: number;
};
