import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { findChangeGroups } from '../../../reports/blocks/groups/change-groups.ts';
import {
  describeFurtherGroups,
  selectShownGroups,
} from '../../../reports/blocks/groups/describe-group.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { toGroupDocuments } from '../../../reports/json/to-group-documents.ts';
import { formatAccount } from '../../../reports/text/format-account.ts';
import { formatChangeGroup } from '../../../reports/text/format-change-groups.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { AccountDifference } from './compare-rendered.ts';
import { makeDifferenceBlocks } from './make-difference-blocks.ts';

/** Accounts that differ between a commit and the folder as it is. */
export type RenderedDiff = {
  /** Commit as typed. */
  readonly ref: string;
  /** The merge base with HEAD, which is compared. */
  readonly base: string;
  readonly environments: readonly string[];
  readonly accounts: readonly AccountDifference[];
};

/** Formats the differences by change, or by account where they are few; then what moved. */
export async function formatDifferences(diff: RenderedDiff, paint: Paint): Promise<string> {
  const blocks = diff.accounts.map(makeDifferenceBlocks);
  const changes = await findChangeGroups(() => blocks);
  const groups = changes?.groups ?? [];
  const parts =
    changes === null
      ? blocks.filter(({ isQuiet }) => !isQuiet).map((each) => formatAccount(each, paint))
      : selectShownGroups(groups).map((group) => formatChangeGroup(group, paint));
  const further = describeFurtherGroups(groups);
  const moved = diff.accounts.filter(({ kind }) => kind === 'moved').map(formatMove);
  const ends = [...(further === '' ? [] : [`… ${further}.`]), ...moved];
  return [formatSummary(diff), ...parts, ...(ends.length === 0 ? [] : [ends.join('\n')])]
    .map((part) => `${part}\n`)
    .join('\n');
}

/** The same as data. */
export async function toDifferencesJson({ accounts, ...diff }: RenderedDiff): Promise<string> {
  const changes = await findChangeGroups(() => accounts.map(makeDifferenceBlocks));
  const groups = changes === null ? {} : { groups: toGroupDocuments(changes.groups) };
  return formatDocument('diff-rendered', { diff, ...groups, accounts });
}

function formatSummary({ ref, base, environments, accounts }: RenderedDiff): string {
  const since = `${formatName(ref)} (${base.slice(0, 12)})`;
  const places = environments.map(formatName).join(', ');
  const kinds = (['changed', 'new', 'gone'] as const).flatMap((kind) => {
    const found = accounts.filter((each) => each.kind === kind).length;
    return found === 0 ? [] : [`${found} ${kind}`];
  });
  if (kinds.length === 0) return `No account changes in ${places} since ${since}.`;
  const all = accounts.filter(({ kind }) => kind !== 'moved').length;
  return `${count(all, 'account')} in ${places} since ${since}: ${kinds.join(', ')}.`;
}

function formatMove({ account, before, after }: AccountDifference): string {
  return `${formatName(account)} moved from ${formatName(before ?? '')} to ${formatName(after ?? '')}, and is the same.`;
}
