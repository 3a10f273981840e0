import type { CommandContext } from '../../../app/context.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** The reasons against texts as they are typed, by the rules of their options; null for valid ones. */
export type CheckText = {
  readonly until: (text: string) => Diagnostic | null;
  readonly reason: (text: string) => Diagnostic | null;
};

/** Asks for the last day of an ignore; null without an answer. */
export function askUntil(
  { terminal }: CommandContext,
  { until }: CheckText,
): Promise<string | null> {
  return terminal.ask.readWord('Ignore it until which day? (year-month-day, in UTC)', {
    check: toCheck(until),
  });
}

/** Asks for a reason; null without an answer. */
export function askReason(
  { terminal }: CommandContext,
  { reason }: CheckText,
): Promise<string | null> {
  return terminal.ask.readWord('Why? Readers of the history and of the files see the reason', {
    check: toCheck(reason),
  });
}

function toCheck(find: (text: string) => Diagnostic | null) {
  return async (text: string) => {
    const wrong = find(text);
    return wrong === null ? null : `${wrong.summary}. ${wrong.remedy ?? ''}`.trim();
  };
}
