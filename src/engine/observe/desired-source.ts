import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';

/** Source of the desired account, if it is not the manifest alone. */
export type DesiredSource = {
  /** Desired account, derived from its manifest. */
  readonly resolve: (desired: DesiredAccount) => DesiredAccount;
  /** Part of the differences for this source, or the reason for a refusal. */
  readonly select: (diff: AccountDiff) => SelectedDiff;
  /** Source for the plan of an account that an interrupted run may have partly applied. */
  readonly resume: (plan: AccountPlan) => DesiredSource;
};

/** Part of the differences for a source. */
export type SelectedDiff =
  | { readonly kind: 'observed'; readonly diff: AccountDiff }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };
