import type { Load } from '../kit/tasks/limiter.ts';

/** Reply to one request. */
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
      /** Time that the answer states, as it was sent. */
      readonly date?: string | null;
    }
  /** An answer that started and is not usable. */
  | { readonly kind: 'garbled'; readonly message: string }
  /** No answer. If it was not sent, nothing has happened. */
  | {
      readonly kind: 'no-answer';
      readonly wasSent: boolean;
      readonly message: string;
      /** Error code such as `ECONNREFUSED`, which reveals no address. */
      readonly code: string | null;
    };

export type HttpAnswer = Extract<HttpReply, { kind: 'answer' }>;

/**
 * Longest pause that the limiter takes. A request that must wait longer fails, and delays no other.
 */
export const maxPauseMs = 60_000;

/** True for a rate limit: 429, or a 403 with a reset time. */
export function isTooMany({ status, retryAfterMs }: HttpAnswer): boolean {
  return status === 429 || (status === 403 && retryAfterMs !== null);
}

/** Load of the service by a reply: 429 and 503 ask for less. */
export function classifyLoad(reply: HttpReply): Load {
  if (reply.kind !== 'answer') return { kind: 'unknown' };
  if (!isTooMany(reply) && reply.status !== 503) return { kind: 'fine' };
  const pauseMs = reply.retryAfterMs ?? 0;
  return { kind: 'overloaded', pauseMs: pauseMs > maxPauseMs ? 0 : pauseMs };
}

/** Milliseconds until an exhausted limit resets; null without one. */
export function readResetMs(read: (name: string) => string | null, status: number): number | null {
  const [left, reset] = [read('x-ratelimit-remaining'), read('x-ratelimit-reset')];
  const isUsedUp = (status === 403 || status === 429) && left?.trim() === '0';
  if (!isUsedUp || reset === null || !/^\d{1,12}$/.test(reset.trim())) return null;
  const sentAt = Date.parse(read('date') ?? '');
  return Math.max(0, Number(reset) * 1000 - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}

/**
 * Milliseconds of a Retry-After header: seconds, or a date relative to the answer's own Date
 * because clocks differ. Null if missing or unreadable.
 */
export function readRetryAfterMs(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  const sentAt = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(until)) return null;
  return Math.max(0, until - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}

/** The reply to a request that was not sent. */
export function makeNotSent(message: string): HttpReply {
  return { kind: 'no-answer', wasSent: false, message, code: null };
}

/** Message of an error; a refused connection to several addresses has it in its parts. */
export function formatError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(formatError).join('; ');
  }
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
