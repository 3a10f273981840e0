import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';

/**
 * Lists the overrides whose date is over, of the fleets that accounts are in. `today` is a date in
 * UTC, `2026-12-31`. They stay in effect until someone decides.
 */
export function listPastOverrides(
  entries: readonly AccountEntry[],
  today: string,
): readonly Diagnostic[] {
  const fleets = new Set(entries.flatMap(({ layering }) => layering?.fleet ?? []));
  return [...fleets].flatMap(({ document, overrides }) =>
    [...overrides.values()].flatMap(({ account, owner, reason, until, pointer }): Diagnostic[] => {
      if (until === undefined || until >= today) return [];
      return [
        reportWarning('override-past', {
          summary: `The override of ${account} was until ${until}, and is still in effect: ask ${owner}`,
          at: document.spanOf(`${pointer}/until`),
          detail: `Its reason: ${reason}`,
          remedy: 'Remove the override, or write a later date.',
        }),
      ];
    }),
  );
}
