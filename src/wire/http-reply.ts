/** What came back over the wire for one request. */
export type HttpReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly text: string;
      readonly contentType: string | null;
      readonly contentEncoding: string | null;
      readonly location: string | null;
      readonly totalPages: string | null;
      readonly retryAfterMs: number | null;
    }
  /** An answer began, and cannot be used. */
  | { readonly kind: 'garbled'; readonly message: string }
  /** No answer. When it was not sent, nothing can have happened. */
  | {
      readonly kind: 'no-answer';
      readonly wasSent: boolean;
      readonly message: string;
      /** Name of what went wrong, such as `ECONNREFUSED`, which tells no address. */
      readonly code: string | null;
    };

export type HttpAnswer = Extract<HttpReply, { kind: 'answer' }>;

/** Whether an answer says that too much was asked: 429, or a 403 that says from when on it is none any more. */
export function isTooMany({ status, retryAfterMs }: HttpAnswer): boolean {
  return status === 429 || (status === 403 && retryAfterMs !== null);
}

/** When an answer of a used-up limit says that the limit begins anew, in milliseconds from now; null otherwise. */
export function readResetMs(read: (name: string) => string | null, status: number): number | null {
  const [left, reset] = [read('x-ratelimit-remaining'), read('x-ratelimit-reset')];
  const isUsedUp = (status === 403 || status === 429) && left?.trim() === '0';
  if (!isUsedUp || reset === null || !/^\d{1,12}$/.test(reset.trim())) return null;
  const sentAt = Date.parse(read('date') ?? '');
  return Math.max(0, Number(reset) * 1000 - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}

/**
 * Milliseconds that a Retry-After header asks for: seconds, or a date, which is compared with the
 * answer's own Date because clocks differ. Null when there is none that can be read.
 */
export function readRetryAfterMs(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  const sentAt = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(until)) return null;
  return Math.max(0, until - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}
