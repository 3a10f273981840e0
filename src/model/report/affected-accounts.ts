import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { AccountEntry } from '../manifest/manifest.ts';

/** What a plan of what was changed since a commit leaves out, and why it does not more. */
export type SinceNote = {
  /** The commit as a person named it. */
  readonly ref: string;
  /** The commit that was compared with. */
  readonly base: string;
  /** Accounts that were not looked at, since nothing changed that they rest on. */
  readonly untouched: number;
  /** The file that all accounts rest on and that changed; null where there is none. */
  readonly restsOn: string | null;
};

/** The accounts that are to be planned, of those that were selected. */
export type AffectedAccounts = {
  readonly entries: readonly AccountEntry[];
  readonly untouched: readonly AccountEntry[];
  readonly note: SinceNote;
  /** Accounts that Git had and has no more. */
  readonly diagnostics: readonly Diagnostic[];
};
