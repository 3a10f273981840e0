import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** Whether an environment may be written by a plan that was not saved and looked at. */
export function checkPlanSaved(
  protect: { readonly savedPlanOnly: boolean },
  run: {
    readonly environment: string;
    /** The two commands to run instead. */
    readonly instead: readonly [plan: string, apply: string];
  },
): Diagnostic[] {
  if (!protect.savedPlanOnly) return [];
  const [plan, apply] = run.instead;
  return [
    {
      code: 'saved-plan-only',
      severity: 'error',
      summary: `${run.environment} takes saved plans alone (protect.savedPlanOnly)`,
      remedy: `Nothing was done. Run: ${plan}, let it be looked at, then: ${apply}`,
    },
  ];
}
