import { count, wrapHanging } from '../../kit/text-layout.ts';
import type { ComparedAccount, ComparedSide, Difference } from '../../model/comparison.ts';
import { writeHead, writeSafeJson } from './write-document.ts';
import { toLine, writeName } from './write-name.ts';
import { writeShownValue } from './write-shown-value.ts';

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
  const unread = accounts.filter(({ kind }) => kind === 'unread').length;
  const left = unread === 0 ? '' : ` ${count(unread, 'account')} could not be read.`;
  const found = accounts.flatMap((each) => (each.kind === 'unread' ? [] : each.differences)).length;
  const read = count(accounts.length - unread, 'account');
  const end =
    found === 0
      ? `${from} and ${to} differ in nothing but what the files declare. ${read} compared.${left}`
      : `${count(found, 'difference')} that the files do not declare. ${read} compared.${left}`;
  return [...lines, ...(lines.length > 0 ? [''] : []), toLine(end), ''].join('\n');
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

function writeSide(environment: string, { live, isAsGit }: ComparedSide): string {
  const says = isAsGit === null ? '' : isAsGit ? ', as in Git' : ', not as in Git';
  return `${writeName(environment)} has ${writeShownValue(live)}${says}`;
}

/** The same as data. */
export function writeComparisonJson(comparison: Comparison): string {
  return `${writeHead('compare')},"run":${writeSafeJson(comparison)}}\n`;
}
