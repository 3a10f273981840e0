import { parseDate } from '../../http/body/parse-date.ts';
import type { Call } from '../../http/call.ts';
import { Refusal } from '../../http/reply.ts';

/** Time span of a query: from `after`, until just before `before`. */
export interface Span {
  readonly afterMs: number;
  readonly beforeMs: number;
}

/** Reads `after` and `before` of the query; an invalid date is a 400. */
export function readSpan({ query }: Call): Span {
  return {
    afterMs: readDate(query.get('after'), 'after') ?? Number.NEGATIVE_INFINITY,
    beforeMs: readDate(query.get('before'), 'before') ?? Number.POSITIVE_INFINITY,
  };
}

/** True for an instant in a span. */
export function isWithin({ afterMs, beforeMs }: Span, atMs: number): boolean {
  return afterMs <= atMs && atMs < beforeMs;
}

function readDate(text: string | null, name: string): number | undefined {
  if (text === null || text === '') {
    return undefined;
  }
  const atMs = parseDate(text);
  if (atMs === undefined) {
    throw new Refusal(400, `The value '${text}' is not valid for ${name}.`);
  }
  return atMs;
}
