import { type Call, Refusal } from '../door/call.ts';

/** A span of time that a list is asked for: from `after` on, and until just before `before`. */
export interface Span {
  readonly afterMs: number;
  readonly beforeMs: number;
}

/** The query's `after` and `before`; what is no date is a 400. */
export function readSpan({ query }: Call): Span {
  return {
    afterMs: readDate(query.get('after'), 'after') ?? Number.NEGATIVE_INFINITY,
    beforeMs: readDate(query.get('before'), 'before') ?? Number.POSITIVE_INFINITY,
  };
}

/** Whether an instant is in a span. */
export function isWithin({ afterMs, beforeMs }: Span, atMs: number): boolean {
  return afterMs <= atMs && atMs < beforeMs;
}

/** A date as `2020-01-31` or as `01/31/2020` (SERVICE C [T]), in UTC, or an instant of ISO. */
function readDate(text: string | null, name: string): number | undefined {
  if (text === null || text === '') {
    return undefined;
  }
  const [, month = '', day = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const iso = year === '' ? text : `${year}-${month}-${day}`;
  const isDate = /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(iso);
  const zoned = /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(iso) ? `${iso}Z` : iso;
  const atMs = isDate ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(atMs)) {
    throw new Refusal(400, `The value '${text}' is not valid for ${name}.`);
  }
  return atMs;
}
