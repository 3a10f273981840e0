import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Signer } from '../../model/ports.ts';

/** Checks that a saved plan is unchanged and signed with our key. */
export function checkSignature(checked: ReturnType<Signer['verify']>): Diagnostic[] {
  if (checked === 'whole') return [];
  const summary =
    checked === 'other-key'
      ? 'The plan was signed with another key than the one here'
      : 'The plan was changed after it was signed: its signature does not match';
  return [
    reportError('plan-seal', {
      summary,
      remedy:
        checked === 'other-key'
          ? 'Nothing was done. Apply it with the CYCLECTL_SECRET_KEY of the plan (embedded service: .cyclectl/ENVIRONMENT/secret.key), or plan again here.'
          : 'Nothing was done. Find out who changed it, and plan again with cyclectl plan --out FILE.',
    }),
  ];
}

/** Refuses an unsaved plan in an environment that requires reviewed plans. */
export function checkPlanSaved(
  protect: { readonly savedPlanOnly: boolean },
  run: {
    readonly environment: string;
    readonly instead: readonly [plan: string, apply: string];
  },
): Diagnostic[] {
  if (!protect.savedPlanOnly) return [];
  const [plan, apply] = run.instead;
  return [
    reportError('saved-plan-only', {
      summary: `${run.environment} accepts only saved plans (protect.savedPlanOnly)`,
      remedy: `Nothing was done. Run: ${plan}, have it reviewed, then run: ${apply}`,
    }),
  ];
}
