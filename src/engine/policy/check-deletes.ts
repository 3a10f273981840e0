import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Protect } from '../../model/manifest/project.ts';
import type { PlanChoices, PlanSummary } from '../../model/plan/plan.ts';

/**
 * Refuses a run that deletes more objects than the environment allows, or another number than the one confirmed with
 * `--allow-deletes`. Replaced cycles count, because the earlier ones go. Protected objects and those in use are refused
 * by account (`plan/refusals`).
 */
export function checkDeletes(
  { deletes, replaces }: PlanSummary,
  { maxDeletes }: Pick<Protect, 'maxDeletes'>,
  { allowDeletes }: Pick<PlanChoices, 'allowDeletes'>,
): Diagnostic[] {
  const going = deletes + replaces;
  const parts = [
    ...(deletes > 0 || replaces === 0 ? [`deletes ${deletes}`] : []),
    ...(replaces > 0 ? [`replaces ${replaces}, of which the earlier go`] : []),
  ];
  const says = `The plan ${parts.join(' and ')}`;
  if (allowDeletes !== null && allowDeletes !== going) {
    return [
      {
        code: 'deletes-differ',
        severity: 'error',
        summary: `${says}, and --allow-deletes says ${allowDeletes}`,
        remedy: `Look at the plan; if it is right, write --allow-deletes ${going}.`,
      },
    ];
  }
  if (going <= maxDeletes || allowDeletes === going) return [];
  return [
    {
      code: 'too-many-deletes',
      severity: 'error',
      summary: `${says}, and this environment allows ${maxDeletes} in one run`,
      remedy: `If they shall go, run it with --allow-deletes ${going}.`,
    },
  ];
}
