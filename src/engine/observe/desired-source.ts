import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';

/** Where the desired side of an account comes from where it is not all that Git says. */
export type DesiredSource = {
  /** The account as it should be, given what its manifest says. */
  readonly resolve: (desired: DesiredAccount) => DesiredAccount;
  /** The part of the differences that this source is about, or why nothing of it may be done. */
  readonly select: (diff: AccountDiff) => SelectedDiff;
  /** The same source for a plan of an account that a run has begun, which may have done some of it. */
  readonly resume: (plan: AccountPlan) => DesiredSource;
};

/** The part of the differences that a source is about. */
export type SelectedDiff =
  | { readonly kind: 'seen'; readonly diff: AccountDiff }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };
