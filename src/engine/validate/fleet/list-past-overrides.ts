import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { type Fleet, isPinFor } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';

/**
 * Lists the overrides and pins of an environment whose date is over; `today` is one in UTC, `2026-12-31`.
 * Settings stay in effect until someone decides; a pin does not.
 */
export function listPastOverrides(
  entries: readonly AccountEntry[],
  today: string,
  environment: string,
): readonly Diagnostic[] {
  const fleets = new Set(entries.flatMap(({ layering }) => layering?.fleet ?? []));
  return [...fleets].flatMap((fleet) => [
    ...listPastSettings(fleet, today),
    ...listPastPins(fleet, today, environment),
  ]);
}

function listPastSettings({ document, overrides }: Fleet, today: string): readonly Diagnostic[] {
  return [...overrides.values()].flatMap(
    ({ account, owner, reason, until, pointer }): Diagnostic[] => {
      if (until === undefined || until >= today) return [];
      return [
        reportWarning('override-past', {
          summary: `The override of ${account} was until ${until}, and is still in effect: ask ${owner}`,
          at: document.spanOf(`${pointer}/until`),
          detail: `Its reason: ${reason}`,
          remedy: 'Remove the override, or write a later date.',
        }),
      ];
    },
  );
}

function listPastPins(
  { document, pins }: Fleet,
  today: string,
  environment: string,
): readonly Diagnostic[] {
  const some = [...pins.values()].filter((pin) => isPinFor(pin, environment));
  return some.flatMap(({ account, owner, reason, until, pointer }): Diagnostic[] => {
    if (until >= today) return [];
    return [
      reportWarning('pin-past', {
        summary: `The pin of ${account} ended on ${until}; the next rollout or apply takes the account along`,
        at: document.spanOf(`${pointer}/until`),
        detail: `Its reason: ${reason}`,
        remedy: `Ask ${owner}, then remove the pin, or write a later date.`,
      }),
    ];
  });
}
