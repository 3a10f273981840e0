import type { Diagnostic } from '../../model/diagnostic.ts';

/** Whether an environment may be written by a plan that was not saved and looked at. */
export function judgeUnsaved(
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

/** The same of a destroy, of which no plan can be saved: what a person confirms there is looked at by nobody else. */
export function judgeNothingSaved(
  protect: { readonly savedPlanOnly: boolean },
  environment: string,
): Diagnostic[] {
  if (!protect.savedPlanOnly) return [];
  return [
    {
      code: 'saved-plan-only',
      severity: 'error',
      summary: `${environment} takes saved plans alone (protect.savedPlanOnly), and destroy has none`,
      remedy:
        'Nothing was destroyed. Connectors and cycles go by a saved plan: remove their entries from Git. An account goes only where protect.savedPlanOnly was taken out before.',
    },
  ];
}
