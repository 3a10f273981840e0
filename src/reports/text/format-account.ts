import { formatName } from '../../kit/text/format-name.ts';
import { formatSpread } from '../../kit/text/text-layout.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import type { AccountBlocks } from '../blocks/accounts/account-blocks.ts';
import { formatOutcomeSummary } from '../blocks/accounts/make-outcome-blocks.ts';
import { isOfPage, type Section } from '../blocks/section.ts';
import { hasFailed } from '../classify/account-rank.ts';
import { formatBlock } from './format-blocks.ts';
import type { Paint } from './paint.ts';

/** An account: its name and summary, then its blocks. */
export function formatAccount(account: AccountBlocks, paint: Paint): string {
  const { state, summary, sections } = account;
  return [
    formatSpread(
      paint.bold(formatName(account.account)),
      hasFailed(state) ? paint.red(summary) : summary,
      paint.columns,
    ),
    ...formatSections(sections, paint),
  ].join('\n');
}

/** Sections as lines under the name of their account. */
export function formatSections(sections: readonly Section[], paint: Paint): string[] {
  return sections
    .filter(({ kind }) => !isOfPage(kind))
    .flatMap(({ blocks }) => blocks.flatMap((block) => formatBlock(block, paint)));
}

/** One line for an account that is finished. */
export function formatAccountLine(outcome: AccountOutcome): string {
  return `${formatName(outcome.account)}: ${formatOutcomeSummary(outcome)}`;
}
