import { count } from '../../../kit/text/text-layout.ts';
import type { AccountBlocks } from '../../../reports/blocks/accounts/account-blocks.ts';
import {
  type ChangeGroup,
  findChangeGroups,
} from '../../../reports/blocks/groups/change-groups.ts';
import {
  describeFurtherGroups,
  selectGroup,
  selectShownGroups,
} from '../../../reports/blocks/groups/describe-group.ts';
import { formatSentence, listNames, type Phrase } from '../../../reports/blocks/phrase.ts';
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

/** Accounts that differ, and their differences by change; null where accounts are few. */
type GroupedDifferences = {
  readonly blocks: readonly AccountBlocks[];
  readonly groups: readonly ChangeGroup[] | null;
  readonly listNumbers: (account: AccountBlocks) => readonly number[];
};

/** Groups the differences by change. */
export async function findDifferenceGroups({
  accounts,
}: RenderedDiff): Promise<GroupedDifferences> {
  const blocks = accounts.map(makeDifferenceBlocks);
  const changes = await findChangeGroups(() => blocks);
  return {
    blocks,
    groups: changes?.groups ?? null,
    listNumbers: changes?.listNumbers ?? (() => []),
  };
}

/** Formats the differences by change, or by account where they are few; then what moved. */
export async function formatDifferences(diff: RenderedDiff, paint: Paint): Promise<string> {
  const { blocks, groups } = await findDifferenceGroups(diff);
  const parts =
    groups === null
      ? blocks.filter(({ isQuiet }) => !isQuiet).map((each) => formatAccount(each, paint))
      : selectShownGroups(groups).map((group) => formatChangeGroup(group, paint));
  const further = describeFurtherGroups(groups ?? []);
  const moved = listMoved(diff).map((phrase) => formatSentence(phrase));
  const ends = [...(further === '' ? [] : [`… ${further}.`]), ...moved];
  const summary = formatSentence(describeDiff(diff));
  return joinParts([summary, ...parts, ...(ends.length === 0 ? [] : [ends.join('\n')])]);
}

/** Formats one group and each of its accounts. Throws `OperationalError` if there is no such group. */
export async function formatDifferenceGroup(
  diff: RenderedDiff,
  number: number,
  paint: Paint,
): Promise<string> {
  const { group, members } = await selectDifferences(diff, number);
  return joinParts([
    formatChangeGroup(group, paint),
    ...members.map((each) => formatAccount(each, paint)),
  ]);
}

/** All differences as data, or one group and its accounts. */
export async function toDifferencesJson(diff: RenderedDiff, number?: number): Promise<string> {
  const { accounts, ...about } = diff;
  if (number === undefined) {
    const { groups } = await findDifferenceGroups(diff);
    const all = groups === null ? {} : { groups: toGroupDocuments(groups) };
    return formatDocument('diff-rendered', { diff: about, ...all, accounts });
  }
  const { group, members } = await selectDifferences(diff, number);
  const names = new Set(members.map(({ account }) => account));
  return formatDocument('diff-rendered', {
    diff: about,
    groups: toGroupDocuments([group]),
    accounts: accounts.filter(({ account }) => names.has(account)),
  });
}

async function selectDifferences(diff: RenderedDiff, number: number) {
  const { blocks, groups, listNumbers } = await findDifferenceGroups(diff);
  const group = selectGroup(groups ?? [], number);
  return { group, members: blocks.filter((each) => listNumbers(each).includes(number)) };
}

/** Describes which accounts differ: `201 accounts in local since main (…): 199 changed, 2 new`. */
export function describeDiff({ ref, base, environments, accounts }: RenderedDiff): Phrase {
  const places = listNames(
    environments.map((name) => [{ name }]),
    0,
  );
  const since = [...places, ' since ', { name: ref }, ` (${base.slice(0, 12)})`];
  const kinds = (['changed', 'new', 'gone'] as const).flatMap((kind) => {
    const found = accounts.filter((each) => each.kind === kind).length;
    return found === 0 ? [] : [`${found} ${kind}`];
  });
  if (kinds.length === 0) return ['No account changes in ', ...since];
  const all = accounts.filter(({ kind }) => kind !== 'moved').length;
  return [`${count(all, 'account')} in `, ...since, `: ${kinds.join(', ')}`];
}

/** Lists the accounts that are written elsewhere, and are the same. */
export function listMoved({ accounts }: RenderedDiff): readonly Phrase[] {
  return accounts
    .filter(({ kind }) => kind === 'moved')
    .map(({ account, before, after }) => [
      { name: account },
      ' moved from ',
      { name: before ?? '' },
      ' to ',
      { name: after ?? '' },
      ', and is the same',
    ]);
}

function joinParts(parts: readonly string[]): string {
  return parts.map((part) => `${part}\n`).join('\n');
}
