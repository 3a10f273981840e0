import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/verdict.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';

/** Where the desired side of an account comes from where it is not all that Git says. */
export type Source = {
  /** The account as it should be, given what its manifest says. */
  readonly resolve: (desired: DesiredAccount) => DesiredAccount;
  /** The part of the differences that this source is about, or why nothing of it may be done. */
  readonly narrow: (diff: AccountDiff) => Narrowed;
  /** The same source for a plan of an account that a run has begun, which may have done some of it. */
  readonly resume: (plan: AccountPlan) => Source;
};

/** The part of the differences that a source is about. */
export type Narrowed =
  | { readonly kind: 'seen'; readonly diff: AccountDiff }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };
