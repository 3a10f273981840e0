import type { ProjectContext } from '../../../app/project/open-project.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** The manifests as they were at one time, valid. */
export type Snapshot = {
  /** The commit, or a mark of the contents of a folder that is in none: equal on all replicas. */
  readonly version: string;
  readonly commit: string | null;
  readonly project: ProjectContext;
  /** The folder that has its files. */
  readonly directory: string;
  /** The same as people name it, for advice. */
  readonly shown: string;
  /** The folder relative to the top of its repository, ending with `/`; empty at the top. */
  readonly folder: string;
  /** Keeps its files until the result is called. */
  readonly retain: () => () => Promise<void>;
};

/** Reasons why a ref is not followed for now. */
export const unfollowedReasons = [
  'unreachable',
  'no-ref',
  'rewritten',
  'unsigned',
  'unusable',
] as const;

export type UnfollowedReason = (typeof unfollowedReasons)[number];

/** A ref that is not followed: earlier manifests stay in use. */
export type Unfollowed = {
  readonly kind: 'unfollowed';
  readonly reason: UnfollowedReason;
  readonly text: string;
  readonly remedy: string;
};

/** The first result of following: manifests, or mistakes in them. */
export type FirstFollowed =
  | { readonly kind: 'new'; readonly snapshot: Snapshot }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Result of a look; `stale`: the latest ones were refused before; `waiting`: it was not compared now. */
export type Followed =
  | FirstFollowed
  | Unfollowed
  | { readonly kind: 'same' | 'stale' | 'changing' | 'waiting' };

/** Follows the manifests of a controller. */
export type Follower = {
  /** Reads them for the first time: at once. */
  open(): Promise<FirstFollowed>;
  /** Rejects with `OperationalError` if they do not follow those of the last sweep of all replicas. */
  checkSince(version: string | null): Promise<void>;
  /** Ends soon: it does not wait for a network. */
  look(): Promise<Followed>;
  close(): Promise<void>;
};
