import type { Diagnostic } from '../model/diagnostic.ts';
import type { Reverting } from '../model/revert.ts';
import type { AccountDiff } from '../model/verdict.ts';
import { findReverted } from '../stages/diff/find-reverted.ts';
import { narrowToRevert } from '../stages/diff/narrow-to-revert.ts';
import { judgeRevert } from '../stages/policy/judge-revert.ts';

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
