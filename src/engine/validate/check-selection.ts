import { formatNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  toSelectable,
} from '../../model/manifest/manifest.ts';
import {
  type Condition,
  formatCondition,
  isConditionMatch,
  isOfService,
  isOutsideGit,
  isSelected,
  listValues,
  type Selectable,
  type Selection,
} from '../../model/manifest/selection.ts';

/**
 * Checks that each part of a selection matches an account, because a typo would pass for a run with
 * nothing to do. A negated pattern may match none; a negated name must match.
 */
export function checkSelection(
  selection: Selection,
  accounts: readonly AccountEntry[],
  environment: string,
): readonly Diagnostic[] {
  const here = accounts
    .filter((entry) => findIdInEnvironment(entry, environment) !== null)
    .map((entry) => toSelectable(entry, environment));
  return selection.alternatives.flatMap((conditions): Diagnostic[] => {
    const lost = conditions.filter(
      (condition) =>
        isNeeded(condition) && !here.some((entry) => isConditionMatch(entry, condition)),
    );
    if (lost.length > 0) {
      return lost.map((condition) =>
        refuse(
          `--select ${formatCondition(condition)} matches no account in environment ${environment}`,
          suggest(condition, { accounts, here, environment }),
        ),
      );
    }
    if (conditions.some((each) => isOutsideGit(each) && !each.isNegated)) return [];
    if (here.some((entry) => isSelected({ alternatives: [conditions] }, entry))) return [];
    const whole = conditions.map(formatCondition).join(',');
    return [
      refuse(
        `--select ${whole} leaves no account in environment ${environment}`,
        'Commas join conditions that one account must all meet; repeat --select to add accounts.',
      ),
    ];
  });
}

// Only the service knows if others match.
function isNeeded(condition: Condition): boolean {
  const { isNegated, kind, pattern } = condition;
  if (isOfService(condition) || isOutsideGit(condition)) return false;
  return !isNegated || (kind !== 'label' && !pattern.includes('*'));
}

function suggest(
  condition: Condition,
  known: {
    readonly accounts: readonly AccountEntry[];
    readonly here: readonly Selectable[];
    readonly environment: string;
  },
): string {
  const { accounts, here, environment } = known;
  const elsewhere = accounts.find(
    (entry) =>
      findIdInEnvironment(entry, environment) === null && isConditionMatch(entry, condition),
  );
  if (elsewhere !== undefined) {
    return `${elsewhere.key} has no id in ${environment}; write one under spec.ids.${environment}, or choose another environment with -e.`;
  }
  if (condition.kind === 'account' && here.length === 0) {
    return `No manifest has an account in ${environment}.`;
  }
  return suggestNearest(condition, here, environment);
}

/** Suggests names or labels near those of a condition that no account of a place meets. */
export function suggestNearest(
  { kind, name, pattern }: Condition,
  here: readonly Selectable[],
  place: string,
): string {
  const values = here.flatMap((entry) => listValues(entry, kind, name));
  if (kind !== 'label') {
    return formatNearest(pattern, values) ?? `No account in ${place} has a ${kind}.`;
  }
  const names = here.flatMap((entry) => Object.keys(entry.labels));
  if (values.length > 0) return `Values of the label ${name}. ${formatNearest(pattern, values)}`;
  return formatNearest(name, names) ?? `No account in ${place} has labels.`;
}

function refuse(summary: string, remedy: string): Diagnostic {
  return reportError('selection-empty', { summary, remedy });
}
