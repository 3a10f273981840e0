import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

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
    {
      code: 'saved-plan-only',
      severity: 'error',
      summary: `${run.environment} accepts only saved plans (protect.savedPlanOnly)`,
      remedy: `Nothing was done. Run: ${plan}, have it reviewed, then run: ${apply}`,
    },
  ];
}
