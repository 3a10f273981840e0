import { formatNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../model/manifest/manifest.ts';
import {
  type Condition,
  findLabel,
  isConditionMatch,
  isSelected,
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
  const here = accounts.filter((entry) => findIdInEnvironment(entry, environment) !== null);
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

function isNeeded({ isNegated, kind, pattern }: Condition): boolean {
  return !isNegated || (kind === 'account' && !pattern.includes('*'));
}

function suggest(
  condition: Condition,
  known: {
    readonly accounts: readonly AccountEntry[];
    readonly here: readonly AccountEntry[];
    readonly environment: string;
  },
): string {
  const { accounts, here, environment } = known;
  const elsewhere = accounts.find((entry) => isConditionMatch(entry, condition));
  if (elsewhere !== undefined) {
    return `${elsewhere.key} has no id in ${environment}; write one under spec.ids.${environment}, or choose another environment with -e.`;
  }
  const { kind, name, pattern } = condition;
  if (kind === 'account') {
    return (
      formatNearest(
        pattern,
        here.map((entry) => entry.key),
      ) ?? `No manifest has an account in ${environment}.`
    );
  }
  const values = here.flatMap((entry) => findLabel(entry, name) ?? []);
  const names = here.flatMap((entry) => Object.keys(entry.labels));
  if (values.length > 0) return `Values of the label ${name}. ${formatNearest(pattern, values)}`;
  return formatNearest(name, names) ?? `No account in ${environment} has labels.`;
}

function formatCondition({ isNegated, kind, name, pattern }: Condition): string {
  const what = kind === 'account' ? `account=${pattern}` : `label=${name}=${pattern}`;
  return `${isNegated ? '!' : ''}${what}`;
}

function refuse(summary: string, remedy: string): Diagnostic {
  return reportError('selection-empty', { summary, remedy });
}
