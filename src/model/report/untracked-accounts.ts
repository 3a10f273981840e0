import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { RemoteId } from '../live/live.ts';
import type { AccountEntry } from '../manifest/manifest.ts';
import { isWildcardMatch } from '../manifest/selection.ts';

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

/** Most accounts of one kind that are named; the others are counted. */
export const maxNamed = 20;

/** An account of ours that no manifest of the environment has any more; nothing stops its cycles. */
export type OrphanedAccount = {
  /** The key that it had in Git. */
  readonly account: string;
  readonly id: RemoteId;
  /** Cycles that the store knows in it. */
  readonly cycles: number;
};

/** An account of the service that no manifest of the environment names, and that is not ours. */
export type UnmanagedAccount = { readonly id: RemoteId; readonly name: string };

/** How many there are, and the first of them by key or id. */
export type NamedAccounts<T> = {
  readonly count: number;
  readonly accounts: readonly T[];
};

/** Returns whether `unmanaged.ignore` of the environment leaves out an account. */
export function isUnmanagedIgnored(
  { id, name }: UnmanagedAccount,
  patterns: readonly string[],
): boolean {
  return patterns.some((pattern) => isWildcardMatch(id, pattern) || isWildcardMatch(name, pattern));
}

/** Why the accounts outside Git are not known. */
export type NotObservedReason =
  /** The run is narrowed to some accounts. */
  | 'select'
  /** Another part of the accounts lists them. */
  | 'shard'
  | 'replaces'
  /** A saved plan of some accounts is applied. */
  | 'saved-plan'
  /** The service has no list of accounts. */
  | 'not-offered'
  /** The list of accounts could not be read. */
  | 'unread';

/** Accounts that Git does not have: a fact of the whole run. Orphaned ones that are protected stop plan and apply. */
export type UntrackedAccounts =
  | { readonly kind: 'not-looked-at'; readonly why: NotObservedReason }
  | {
      readonly kind: 'looked-at';
      readonly orphaned: NamedAccounts<OrphanedAccount>;
      /** Orphaned accounts that are protected: plan and apply need `--allow-orphans` for them. */
      readonly protected?: number;
      readonly unmanaged: NamedAccounts<UnmanagedAccount>;
      /** Unmanaged accounts that `unmanaged.ignore` of the environment leaves out. */
      readonly ignored: number;
      /** Manifests whose account is ambiguous: as many of the unmanaged accounts may be theirs. */
      readonly unmatched: number;
    };
