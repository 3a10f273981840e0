import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Protect } from '../../model/manifest/project.ts';
import type { PlanChoices, PlanSummary } from '../../model/plan/plan.ts';

/**
 * Refuses a run that deletes more objects than the environment allows, or not the number in
 * `--allow-deletes`. Replaced cycles count, because the old ones are deleted. `plan/refusals`
 * refuses protected and used objects by account.
 */
export function checkDeletes(
  { deletes, replaces }: PlanSummary,
  { maxDeletes }: Pick<Protect, 'maxDeletes'>,
  { allowDeletes }: Pick<PlanChoices, 'allowDeletes'>,
): Diagnostic[] {
  const going = deletes + replaces;
  const parts = [
    ...(deletes > 0 || replaces === 0 ? [`deletes ${deletes}`] : []),
    ...(replaces > 0 ? [`replaces ${replaces} and deletes the old ones`] : []),
  ];
  const text = `The plan ${parts.join(' and ')}`;
  if (allowDeletes !== null && allowDeletes !== going) {
    return [
      reportError('deletes-differ', {
        summary: `${text}, but --allow-deletes is ${allowDeletes}`,
        remedy: `Review the plan; if it is right, pass --allow-deletes ${going}.`,
      }),
    ];
  }
  if (going <= maxDeletes || allowDeletes === going) return [];
  return [
    reportError('too-many-deletes', {
      summary: `${text}, but this environment allows ${maxDeletes} per run`,
      remedy: `To delete them, pass --allow-deletes ${going}.`,
    }),
  ];
}
