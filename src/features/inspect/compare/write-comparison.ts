import { count, wrapHanging } from '../../../kit/text/text-layout.ts';
import { quote, toLine, writeName } from '../../../kit/text/write-name.ts';
import type { LostName } from '../../../model/diff/missed-name.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { ComparedAccount, ComparedSide, Difference } from './comparison.ts';

/** Two environments, and what was found. */
type Comparison = {
  readonly from: string;
  readonly to: string;
  readonly accounts: readonly ComparedAccount[];
};

/** What differs between two environments and is not declared, for people: a line for each, then how much there is. */
export function writeComparisonText({ from, to, accounts }: Comparison): string {
  const lines = accounts.flatMap((each) =>
    each.kind === 'unread'
      ? [`x ${toLine(`${each.account}: could not be read`)}`]
      : each.differences.map((difference) => {
          return wrapHanging(`~ ${toLine(writeDifference(difference, { from, to }))}`, 2);
        }),
  );
  const read = accounts.filter((each) => each.kind === 'compared');
  const end = writeEnd({ from, to, read, unread: accounts.length - read.length });
  return [...lines, ...(lines.length > 0 ? [''] : []), wrapHanging(toLine(end), 0), ''].join('\n');
}

// Of two environments is claimed what was compared, and no more.
function writeEnd(found: {
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
  const says =
    differences > 0
      ? `${count(differences, 'difference')} that the files do not declare.`
      : `${isAll ? '' : 'In what was compared, '}${from} and ${to} differ in nothing but what the files declare.`;
  return [
    `${says} ${count(read.length, 'account')} compared.`,
    ...(hidden === 0
      ? []
      : [
          `${count(hidden, 'field')} not compared: not shown by the service, or a secret without a value here.`,
        ]),
    ...(unread === 0 ? [] : [missed]),
  ].join(' ');
}

function writeDifference(
  difference: Difference,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  switch (difference.kind) {
    case 'field':
      return `${difference.address}/${difference.path}: ${writeSide(from, difference.from)}; ${writeSide(to, difference.to)}`;
    case 'cycle':
      return `${difference.address}: in ${to}, ${difference.says}`;
    case 'lone': {
      const what = difference.isForeign
        ? `the ${difference.object} "${difference.name}", in no manifest,`
        : difference.name;
      return `${what} is in ${difference.in} alone`;
    }
  }
}

function writeSide(environment: string, { live, isAsGit, lost }: ComparedSide): string {
  if (lost !== undefined) return `${writeName(environment)} ${sayMissed(lost)}`;
  const says = isAsGit === null ? '' : isAsGit ? ', as in Git' : ', not as in Git';
  return `${writeName(environment)} has ${writeShownValue(live)}${says}`;
}

function sayMissed({ thing, name, step, isSeveral, near }: LostName): string {
  const where = step === null ? '' : ` in step ${quote(step)}`;
  const names = near.map(quote).join(', ');
  const hint = names === '' ? '' : ` (${isSeveral ? 'they are' : 'the nearest is'} ${names})`;
  return `has ${isSeveral ? 'more than one' : 'no'} ${thing} ${quote(name)}${where}${hint}`;
}

/** The same as data. */
export function writeComparisonJson(comparison: Comparison): string {
  return `${writeHead('compare')},"run":${writeSafeJson(comparison)}}\n`;
}
