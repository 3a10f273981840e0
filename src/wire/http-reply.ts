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
