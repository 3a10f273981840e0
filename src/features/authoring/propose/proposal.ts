import type { FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';

/**
 * Part of a profile: a connector, a cycle, the source kind of a mapping, or an inexpressible part.
 * The path has shared names; `form` is its kind, such as `installed`, `made` or `step`.
 */
export type ProfilePart = { readonly path: FieldPath; readonly form: string };

/** Value as in a manifest; secrets without a value. */
export type ProfileValue =
  | { readonly kind: 'plain'; readonly value: unknown }
  | { readonly kind: 'secret' };

/** Account in shared names: its parts and their settings. */
export type AccountProfile = {
  readonly account: string;
  /** By path. */
  readonly parts: readonly ProfilePart[];
  readonly values: ReadonlyMap<FieldPath, ProfileValue>;
};

/** Number of accounts with a value. */
export type ValueCount = {
  /** Value as in a manifest, with long texts truncated. */
  readonly value: unknown;
  readonly accounts: number;
  /** Key of the first account that has it. */
  readonly first: string;
};

/** Values of one profile at a path. */
export type PathValues = {
  readonly path: FieldPath;
  /** `secret`: an account has a secret there, so no value is shown. */
  readonly kind: 'same' | 'varies' | 'secret';
  /** Number of accounts with a value there. */
  readonly accounts: number;
  /** Most frequent first; empty for a secret. */
  readonly values: readonly ValueCount[];
  /** Number of accounts with other values. */
  readonly others: number;
};

/** Difference from a profile of more accounts. */
export type ProfileDifference = {
  /** Number of that profile, from 1. */
  readonly from: number;
  readonly has: readonly ProfilePart[];
  readonly lacks: readonly ProfilePart[];
  /** Mappings with another kind of source. */
  readonly differs: readonly {
    readonly path: FieldPath;
    readonly form: string;
    readonly there: string;
  }[];
};

/** Accounts with the same profile. */
export type Cluster = {
  /** Keys, in order. */
  readonly accounts: readonly string[];
  /** Null beyond the limit of detailed profiles. */
  readonly parts: readonly ProfilePart[] | null;
  readonly values: readonly PathValues[];
  /** Null when no larger profile shares a part. */
  readonly difference: ProfileDifference | null;
};

/** Account with a unique profile. */
export type Outlier = {
  readonly account: string;
  /** Null as in a cluster. */
  readonly parts: readonly ProfilePart[] | null;
  readonly difference: ProfileDifference | null;
};

/** Accounts by profile, with their differences. */
export type Proposal = {
  readonly accounts: number;
  /** Number of profiles, outliers included. */
  readonly shapes: number;
  /** Largest first. */
  readonly clusters: readonly Cluster[];
  /** Shared profiles that are counted and not listed. */
  readonly more: { readonly shapes: number; readonly accounts: number };
  readonly outliers: readonly Outlier[];
  /** Outliers that are counted and not listed. */
  readonly moreOutliers: number;
};

/** Account that could not be read, and is not counted. */
export type UnreadAccount = {
  readonly account: string;
  /** Id in the service. */
  readonly id: string;
  readonly diagnostics: readonly Diagnostic[];
};

/** Data of a proposal besides its profiles. */
export type ProposalFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  /** Accounts left out by the selection. */
  readonly skipped: number;
  readonly unread: readonly UnreadAccount[];
};
