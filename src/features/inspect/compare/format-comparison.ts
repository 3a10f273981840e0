import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging } from '../../../kit/text/text-layout.ts';
import type { UnknownName } from '../../../model/diff/unresolved-name.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { ComparedAccount, ComparedSide, Difference } from './comparison.ts';

type EnvironmentComparison = {
  readonly from: string;
  readonly to: string;
  readonly accounts: readonly ComparedAccount[];
};

/** Formats undeclared differences between two environments, a line each, then totals. */
export function formatComparisonText({ from, to, accounts }: EnvironmentComparison): string {
  const lines = accounts.flatMap((each) =>
    each.kind === 'unread'
      ? [`x ${toLine(`${each.account}: could not be read`)}`]
      : each.differences.map((difference) => {
          return formatHanging(`~ ${toLine(formatDifference(difference, { from, to }))}`, 2);
        }),
  );
  const read = accounts.filter((each) => each.kind === 'compared');
  const end = formatSummary({ from, to, read, unread: accounts.length - read.length });
  return [...lines, ...(lines.length > 0 ? [''] : []), formatHanging(toLine(end), 0), ''].join(
    '\n',
  );
}

// Limits the claim to the compared part.
function formatSummary(found: {
  readonly from: string;
  readonly to: string;
  readonly read: readonly Extract<ComparedAccount, { readonly kind: 'compared' }>[];
  readonly unread: number;
}): string {
  const { from, to, read, unread } = found;
  const missed = `${count(unread, 'account')} could not be read.`;
  if (read.length === 0 && unread > 0) return `Nothing was compared: ${missed}`;
  const differences = read.flatMap((each) => each.differences).length;
  const hidden = read.flatMap((each) => each.notCompared).length;
  const isAll = unread + hidden === 0;
  const text =
    differences > 0
      ? `${count(differences, 'undeclared difference')}.`
      : `${isAll ? 'No' : 'In the compared part, no'} undeclared difference between ${from} and ${to}.`;
  return [
    `${text} ${count(read.length, 'account')} compared.`,
    ...(hidden === 0
      ? []
      : [
          `${count(hidden, 'field')} not compared: hidden by the service, or a secret without a value here.`,
        ]),
    ...(unread === 0 ? [] : [missed]),
  ].join(' ');
}

function formatDifference(
  difference: Difference,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  switch (difference.kind) {
    case 'field':
      return `${difference.address}/${difference.path}: ${formatSide(from, difference.from)}; ${formatSide(to, difference.to)}`;
    case 'cycle':
      return `${difference.address}: in ${to}, ${difference.says}`;
    case 'lone': {
      const what = difference.isForeign
        ? `the unmanaged ${difference.object} "${difference.name}"`
        : difference.name;
      return `${what} exists in ${difference.in} only`;
    }
  }
}

function formatSide(environment: string, { live, isAsGit, lost }: ComparedSide): string {
  if (lost !== undefined) return `${formatName(environment)} ${formatMissingName(lost)}`;
  const text = isAsGit === null ? '' : isAsGit ? ' (in sync)' : ' (out of sync)';
  return `${formatName(environment)} has ${formatShownValue(live)}${text}`;
}

function formatMissingName({ thing, name, step, isSeveral, near }: UnknownName): string {
  const where = step === null ? '' : ` in step ${formatQuoted(step)}`;
  const names = near.map(formatQuoted).join(', ');
  const hint = names === '' ? '' : ` (${isSeveral ? 'they are' : 'the nearest is'} ${names})`;
  return `has ${isSeveral ? 'more than one' : 'no'} ${thing} ${formatQuoted(name)}${where}${hint}`;
}

/** Formats the comparison as data. */
export function formatComparisonJson(comparison: EnvironmentComparison): string {
  return formatDocument('compare', { run: comparison });
}
