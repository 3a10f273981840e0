import { count } from '../../kit/text/text-layout.ts';
import type { Urgency } from '../blocks/accounts/concern.ts';
import type { ChangeGroup } from '../blocks/groups/change-groups.ts';
import { describeGroup, isForReview, selectShownGroups } from '../blocks/groups/describe-group.ts';
import type { Attention } from '../blocks/groups/list-statements.ts';
import { formatPhrase } from '../blocks/phrase.ts';
import { formatBlock } from '../text/format-blocks.ts';
import { plainPaint } from '../text/paint.ts';
import { codeWriter, formatLines, listLines, selectFirstLines } from './format-code.ts';
import type { TextBudget } from './text-budget.ts';

/** Characters of one group, so that it does not take the room of all others. */
const maxCharacters = 6000;

const urgencies: Readonly<Record<Attention, Urgency>> = {
  failure: 0,
  loss: 1,
  review: 2,
  change: 3,
  notice: 3,
};

/** Adds the groups of a report by change, each with its title and its lines. */
export function addGroups(budget: TextBudget, groups: readonly ChangeGroup[]): void {
  for (const group of selectShownGroups(groups)) {
    const kind = isForReview(group) ? 'review' : 'change';
    budget.add(kind, urgencies[group.attention], () => formatGroup(group));
  }
}

function formatGroup(group: ChangeGroup): string {
  const title = formatPhrase(describeGroup(group), codeWriter);
  const lines = listLines(group.blocks.flatMap((block) => formatBlock(block, plainPaint)));
  const { kept, left } = selectFirstLines(lines, maxCharacters);
  const more = left === 0 ? [] : [`… ${count(left, 'more line')} of this group`];
  return `${title}\n\n${formatLines([...kept, ...more])}`;
}
