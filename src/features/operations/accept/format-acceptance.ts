import { toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging, formatParagraph } from '../../../kit/text/text-layout.ts';
import { toFieldAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import {
  type AcceptedChange,
  toDriftPart,
  toShownMember,
} from '../../../model/observed/unmanaged.ts';
import type { RunId } from '../../../model/state/lock.ts';
import { formatMovedNames, listOwnParts } from '../../../reports/blocks/objects/list-parts.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import type { AcceptanceOutcome } from './acceptance.ts';

/** An accept besides its accounts. */
export type AcceptanceFrame = {
  readonly environment: string;
  /** Run in the history; null without anything to accept. */
  readonly id: RunId | null;
  readonly reason: string;
  /** Requested group; absent without one. */
  readonly group?: string;
  /** Number of compared accounts. */
  readonly compared: number;
  /** Number of unmanaged changes to accept. */
  readonly found: number;
  /** Number of managed fields that drifted there too. */
  readonly managed: number;
  /** Number of accounts that could not be read, or of which nothing could be accepted. */
  readonly incomplete: number;
};

/** Formats accepted changes, a line each, and the totals. */
export function formatAcceptanceText(
  frame: AcceptanceFrame,
  outcomes: readonly AcceptanceOutcome[],
): string {
  const { managed, incomplete } = frame;
  const changes = outcomes.flatMap(({ accepted }) => accepted);
  const accounts = outcomes.filter(({ accepted }) => accepted.length > 0).length;
  const already = outcomes.reduce((sum, outcome) => sum + outcome.already, 0);
  const sentences = [
    changes.length === 0
      ? formatNothing(frame)
      : `Accepted ${count(changes.length, 'unmanaged change')} in ${count(accounts, 'account')}; nothing was sent.`,
    ...(already === 0
      ? []
      : [`Another run accepted ${count(already, 'unmanaged change')} meanwhile.`]),
    ...(managed === 0
      ? []
      : [
          `Drift of ${count(managed, 'field')} that Git manages stays: revert, adopt or ignore it.`,
        ]),
    ...(incomplete === 0 ? [] : [`Nothing was accepted in ${count(incomplete, 'account')}.`]),
  ];
  return [
    ...changes.map((change) => formatHanging(`~ ${toLine(formatAcceptedChange(change))}`, 2)),
    formatParagraph(toLine(sentences.join(' ')), 0),
    '',
  ].join('\n');
}

function formatNothing({ environment, compared, found }: AcceptanceFrame): string {
  const nothing = 'Nothing was accepted';
  if (found > 0) return `${nothing}.`;
  return `${nothing}: no unmanaged change in ${count(compared, 'compared account')} of ${environment}.`;
}

/** Formats the result as data, an account a line. */
export function formatAcceptanceJson(
  frame: AcceptanceFrame,
  outcomes: readonly AcceptanceOutcome[],
  reported: Iterable<Diagnostic>,
): AsyncGenerator<string, void, undefined> {
  const accounts = outcomes.map(({ account, accepted, already }) => ({
    account,
    accepted: accepted.map(({ address, path, was, is, parts }) => ({
      address,
      path,
      before: toShownMember(was),
      now: toShownMember(is),
      ...(parts === undefined ? {} : { parts: parts.map(toDriftPart) }),
    })),
    already,
  }));
  return formatDocumentPieces('drift-accept', {
    run: { ...frame, diagnostics: [...reported] },
    accounts,
  });
}

// `northwind/description: nothing → "Pilot"`, with the number of changes that came with it.
function formatAcceptedChange(change: AcceptedChange): string {
  const { address, path, was, is, isUpgrade, renamed = [] } = change;
  const [before = '', now = ''] = [was, is].map((value) => formatShownValue(toShownMember(value)));
  const sides = { path, before: toShownMember(was), now: toShownMember(is) };
  const moved = formatMovedNames({ ...sides, renamed }) ?? `${before} → ${now}`;
  const what = isUpgrade === true ? `has the steps of the live release of ${now}` : moved;
  const parts = listOwnParts({ parts: change.parts?.map(toDriftPart) ?? [], renamed });
  const more = parts.length === 0 ? '' : `, with ${count(parts.length, 'more change')}`;
  return `${formatPath(toFieldAddress(address, path))}: ${what}${more}`;
}
