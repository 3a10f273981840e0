import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import { formatPromoted } from './format-promotion.ts';
import type { Promotion } from './promotion.ts';

/** Formats the commit message of a promotion. */
export function formatPromotionMessage(
  { carried, diagnostics }: Promotion,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return formatCommitMessage({
    says: `Promote changes from ${from} to ${to}`,
    why: `The service of ${from} was changed outside Git. The files now declare these values, so the next apply writes them to ${to}, and none reverts them in ${from}.`,
    items: carried.map(formatPromoted),
    left: diagnostics.map(({ address, summary }) =>
      address === undefined ? summary : `${address}: ${summary}`,
    ),
  });
}
