import { formatName } from '../../kit/text/format-name.ts';
import { formatHtmlCode } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { AccountBlocks } from '../blocks/accounts/account-blocks.ts';
import { type Concern, formatConcernItems, type Urgency } from '../blocks/accounts/concern.ts';
import type { Section } from '../blocks/section.ts';
import { formatSections } from '../text/format-account.ts';
import { plainPaint } from '../text/paint.ts';
import { formatCode, formatLines, listLines } from './format-code.ts';
import { formatDetails, formatRow } from './format-layout.ts';
import type { TextBudget } from './text-budget.ts';

/** Characters of one account, so that it does not take the room of all others. */
const maxCharacters = 20_000;

/**
 * Adds the pieces of an account: why to review it, its row, its details, and its notices, which are
 * shown in one place for all.
 */
export function addAccount(budget: TextBudget, account: AccountBlocks): void {
  const { concerns, cells, isQuiet, summary } = account;
  const urgency = concerns.reduce<Urgency>(
    (first, each) => (each.urgency < first ? each.urgency : first),
    3,
  );
  const name = formatCode(account.account);
  if (concerns.length > 0) {
    budget.add('concern', urgency, () => `- ${name}: ${concerns.map(formatConcern).join('; ')}`);
  }
  if (cells !== null) budget.add('row', urgency, () => formatRow([name, ...cells]));
  if (isQuiet) return;
  const own = account.sections.filter(({ kind }) => kind !== 'notices');
  const notices = account.sections.filter(({ kind }) => kind === 'notices');
  const title = `${formatHtmlCode(formatName(account.account))}: ${summary}`;
  if (formatSections(own, plainPaint).length > 0) {
    budget.add('details', urgency, () => formatDetails(title, formatLines(cutSections(own))));
  }
  if (notices.length > 0) {
    budget.add('notices', 3, () =>
      [formatName(account.account), ...cutSections(notices).map((line) => `  ${line}`)].join('\n'),
    );
  }
}

function formatConcern(concern: Concern): string {
  const items = formatConcernItems(concern, formatCode);
  return items === '' ? `**${concern.text}**` : `**${concern.text}** ${items}`;
}

function cutSections(sections: readonly Section[]): string[] {
  const lines = listLines(formatSections(sections, plainPaint));
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= maxCharacters;
  });
  const left = lines.length - kept.length;
  return left === 0 ? kept : [...kept, `… ${count(left, 'more line')} of this account`];
}
