import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import { formatPromoted } from './format-promotion.ts';
import type { Promotion } from './promotion.ts';

/** What a commit says of a promotion: what was carried and why, and what was not. */
export function formatPromotionMessage(
  { carried, diagnostics }: Promotion,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return formatCommitMessage({
    says: `Carry what was changed in ${from} to ${to}`,
    why: `It was changed in the service of ${from}. The files say it now, so that the next apply brings it to ${to}, and none takes it back in ${from}.`,
    items: carried.map(formatPromoted),
    left: diagnostics.map(({ address, summary }) =>
      address === undefined ? summary : `${address}: ${summary}`,
    ),
  });
}
