import type { FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { RunCost } from '../../../model/report/report.ts';

/**
 * Something that gives an account its shape: a connector that is installed, a cycle of a template, what a mapping reads
 * from, or something that no manifest can say. The path has names that accounts have in common, of the catalogue and of
 * templates; `form` says which it is, such as `installed`, `made` or `step`.
 */
export type ProfilePart = { readonly path: FieldPath; readonly form: string };

/** A value as it stands in a manifest; nothing is known of a secret. */
export type ProfileValue =
  | { readonly kind: 'plain'; readonly value: unknown }
  | { readonly kind: 'secret' };

/** An account in words that it may share with others: what it is made of, and what that is set to. */
export type AccountProfile = {
  /** Its key. */
  readonly account: string;
  /** By their paths. */
  readonly parts: readonly ProfilePart[];
  readonly values: ReadonlyMap<FieldPath, ProfileValue>;
};

/** How many accounts of a shape have a value. */
export type ValueCount = {
  /** As it stands in a manifest, with long texts in it cut. */
  readonly value: unknown;
  readonly accounts: number;
  /** The key of the first that has it. */
  readonly first: string;
};

/** What the accounts of one shape have at a path. */
export type PathValues = {
  readonly path: FieldPath;
  /** `secret`: a secret stands there in an account of the service, so that nothing of it is shown. */
  readonly kind: 'same' | 'varies' | 'secret';
  /** How many accounts have something there. */
  readonly accounts: number;
  /** The most frequent first; none of a secret. */
  readonly values: readonly ValueCount[];
  /** How many accounts have values that are not among these. */
  readonly others: number;
};

/** What makes a shape another than one that more accounts have. */
export type ProfileDifference = {
  /** The number of that shape, from 1. */
  readonly from: number;
  readonly has: readonly ProfilePart[];
  readonly lacks: readonly ProfilePart[];
  /** Mappings that read from something of another kind. */
  readonly differs: readonly {
    readonly path: FieldPath;
    readonly form: string;
    readonly there: string;
  }[];
};

/** Accounts that have the same shape. */
export type Cluster = {
  /** Their keys, in order. */
  readonly accounts: readonly string[];
  /** Null: more shapes came before it than are kept, so that nothing but its accounts is known. */
  readonly parts: readonly ProfilePart[] | null;
  readonly values: readonly PathValues[];
  /** Null: no shape that more accounts have shares a part with it. */
  readonly difference: ProfileDifference | null;
};

/** An account that shares its shape with no other. */
export type Outlier = {
  readonly account: string;
  /** Null as of a cluster. */
  readonly parts: readonly ProfilePart[] | null;
  readonly difference: ProfileDifference | null;
};

/** Which accounts share a shape, and what varies between those that do. */
export type Proposal = {
  readonly accounts: number;
  /** How many shapes there are, outliers among them. */
  readonly shapes: number;
  /** Those that most accounts have first. */
  readonly clusters: readonly Cluster[];
  /** Shapes of several accounts that are counted and not told. */
  readonly more: { readonly shapes: number; readonly accounts: number };
  readonly outliers: readonly Outlier[];
  /** Outliers that are counted and not told. */
  readonly moreOutliers: number;
};

/** An account that could not be read; nothing of it is counted. */
export type UnreadAccount = {
  readonly account: string;
  /** Id in the service. */
  readonly id: string;
  readonly diagnostics: readonly Diagnostic[];
};

/** What stands around a proposal. */
export type ProposalFrame = {
  readonly target: PlanTarget;
  readonly cost: RunCost;
  /** Accounts that were left out by the selection. */
  readonly skipped: number;
  readonly unread: readonly UnreadAccount[];
};
