import type { Follow } from '../../../app/output/with-progress.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { EnvironmentMapping } from '../../../model/report/advice/environment-mapping.ts';
import type { Choice } from '../../fleet/rows/make-shared-edits.ts';
import type { TargetAccounts } from './find-target-ids.ts';

/** Accounts to promote, and where from and to. */
export type PromoteRun = {
  /** Context of the source environment. */
  readonly context: RunContext;
  /** Selected accounts of the source. */
  readonly entries: readonly AccountEntry[];
  /** All accounts of manifests. */
  readonly all: readonly AccountEntry[];
  readonly environmentMapping: EnvironmentMapping;
  /** Reads the target for accounts without an id there; null if it cannot be read. */
  readonly readTarget: () => Promise<TargetAccounts | null>;
  /** Most files in flight. */
  readonly width: number;
  readonly follow: Follow;
  /** Owner of new overrides. */
  readonly owner: string;
  /** Answers where changes of rows go that could go to several layers. */
  readonly choice: Choice;
  /** Answers to conflicts with the target; none by default. */
  readonly conflicts?: Conflicts;
};

/** An answer to a conflict: Git keeps its values, or has the live value of the source for both environments. */
export type ConflictAnswer = 'keep' | 'take';

/** A changed value that Git has otherwise in the target. */
export type Conflict = {
  readonly address: Address;
  /** The live value of the source; null if it is removed there. */
  readonly source: unknown;
  /** The value that Git has for the target; null without one. */
  readonly target: unknown;
};

/** Conflicts of a promotion, and the answers to them. */
export type Conflicts = {
  /** Null without an answer: the value is not promoted. */
  readonly find: (address: Address) => ConflictAnswer | null;
  /** Notes a conflict, answered or not. */
  readonly note: (conflict: Conflict) => void;
};

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
