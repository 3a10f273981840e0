import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Reverting } from '../../../model/desired/scope/revert.ts';
import type { AccountDiff } from '../../../model/diff/verdict.ts';
import { findReverted } from './find-reverted.ts';
import { narrowToRevert } from '../../../engine/diff/exclude/narrow-to-revert.ts';
import { judgeRevert } from './judge-revert.ts';

/** Of what was seen of an account what of its drift is taken back, or why nothing is. */
export function narrowSight(
  diff: AccountDiff,
  revert: Reverting,
):
  | { readonly kind: 'seen'; readonly diff: AccountDiff }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] } {
  const part = findReverted(diff, revert.addresses);
  const diagnostics = judgeRevert(diff, part, revert);
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  const desired = { ...diff.desired, revert: part };
  return { kind: 'seen', diff: narrowToRevert({ ...diff, desired }) };
}
