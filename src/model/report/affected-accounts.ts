import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { AccountEntry } from '../manifest/manifest.ts';

/** Accounts that a plan with --changed-since excludes, and the reason if it excludes none. */
export type SinceNote = {
  /** The commit as a person named it. */
  readonly ref: string;
  /** The commit that was compared with. */
  readonly base: string;
  /** Accounts that are excluded, because their dependencies are unchanged. */
  readonly untouched: number;
  /** The changed file that every account depends on, or null. */
  readonly restsOn: string | null;
};

/** The selected accounts to plan. */
export type AffectedAccounts = {
  readonly entries: readonly AccountEntry[];
  readonly untouched: readonly AccountEntry[];
  readonly note: SinceNote;
  /** Accounts that Git no longer has. */
  readonly diagnostics: readonly Diagnostic[];
};
