import type { Answer, ApiFailure, RequestLine } from '../model/diagnostic/api-failure.ts';
import { redactSecrets } from '../model/secret/redact-secrets.ts';
import { classifyReply, type Reading, type Received, type ReplyFailure } from './classify-reply.ts';
import { type Http, type HttpRequest, maxPauseMs } from './http.ts';

/**
 * Retry rules (ENGINE, "What may be repeated"). `never`: not once it may have arrived. `once`: not
 * at all, because a status proves nothing about a third party.
 */
export type RetryPolicy = 'safe' | 'never' | 'once';

/** A request with its rules for sending. */
export type Request = HttpRequest & {
  /** A read changes nothing, so a lost answer has no effect. */
  readonly effect: 'read' | 'write';
  readonly repeat: RetryPolicy;
  readonly reading: Reading;
  /** Values that must not appear in a message. */
  readonly secrets: readonly string[];
};

/** Tries of one request without a usable answer. */
const faultLimit = 4;
/** Retries after 429, which proves that nothing was done. */
const laterLimit = 8;
const firstBackoffMs = 250;
const maxBackoffMs = 8_000;
const maxMessageLength = 500;

type State = {
  tries: number;
  faults: number;
  laters: number;
  /** An earlier try may have been done. */
  mayBeDone: boolean;
};

/**
 * Sends a request with the retries that its policy allows. 429 means *not done* and is retried even
 * for creates; other unclear answers only for safe requests.
 */
export async function sendWithRetries(http: Http, parcel: Request): Promise<Answer<Received>> {
  const state: State = { tries: 0, faults: 0, laters: 0, mayBeDone: false };
  for (;;) {
    const field = classifyReply(await http.send(parcel), parcel.reading);
    if (field.kind === 'received') return { ok: true, value: field.received };
    countFailure(field, parcel, state);
    const waitMs = decideRetry(field, parcel, state);
    if (waitMs === null) return { ok: false, failure: toApiFailure(field, parcel, state) };
    await http.wait(waitMs);
  }
}

/** Wait before the next try; null for none. */
function decideRetry(miss: ReplyFailure, parcel: Request, state: State): number | null {
  if (miss.kind === 'refused' || parcel.repeat === 'once') return null;
  if ('retryAfterMs' in miss && (miss.retryAfterMs ?? 0) > maxPauseMs) return null;
  if (miss.kind === 'too-many') {
    if (state.laters >= laterLimit) return null;
    // With a Retry-After, the limiter pauses all requests.
    return miss.retryAfterMs === null ? makeBackoffMs(state.laters) : 0;
  }
  if (parcel.repeat === 'never' || state.faults >= faultLimit) return null;
  return makeBackoffMs(state.faults);
}

/** Counts a try without a usable answer. */
function countFailure(miss: ReplyFailure, parcel: Request, state: State): void {
  state.tries += 1;
  if (miss.kind === 'refused') return;
  if (miss.kind === 'too-many') {
    state.laters += 1;
    return;
  }
  state.faults += 1;
  const hasArrived = miss.kind === 'garbled' || miss.wasSent;
  if (parcel.effect === 'write' && hasArrived) state.mayBeDone = true;
}

/** Doubles each time, with jitter to spread callers that failed together. */
function makeBackoffMs(times: number): number {
  const ms = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (times - 1));
  return ms * (0.5 + Math.random() / 2);
}

function toApiFailure(miss: ReplyFailure, parcel: Request, state: State): ApiFailure {
  const struck = redactSecrets(formatReplyFailure(miss), parcel.secrets);
  const base = makeFailureBase(parcel.line, struck, state.tries);
  if (state.mayBeDone && !isClear(miss)) {
    const status = miss.kind === 'no-word' ? miss.status : null;
    return { ...base, kind: 'outcome-unknown', ...(status === null ? {} : { status }) };
  }
  switch (miss.kind) {
    case 'too-many':
      return { ...base, kind: 'rate-limited' };
    case 'no-word':
      return { ...base, kind: 'unavailable', status: miss.status };
    case 'garbled':
      return { ...base, kind: 'unexpected-shape' };
    case 'refused':
      return toRefusedFailure(base, miss, parcel.secrets);
  }
}

// Name the wait first because the message of the service may be long.
function formatReplyFailure(miss: ReplyFailure): string {
  const waitMs = 'retryAfterMs' in miss ? (miss.retryAfterMs ?? 0) : 0;
  if (waitMs <= maxPauseMs) return miss.message;
  return `the service asks to retry in ${Math.ceil(waitMs / 1000)} s${miss.message === '' ? '' : `: ${miss.message}`}`;
}

/** True if the answer describes the present state, whatever an earlier try did. */
function isClear(miss: ReplyFailure): boolean {
  return miss.kind === 'refused' && miss.status !== 401;
}

function toRefusedFailure(
  base: FailureBase,
  { status, item }: Extract<ReplyFailure, { readonly kind: 'refused' }>,
  secrets: readonly string[],
): ApiFailure {
  switch (status) {
    case 401:
      return { ...base, kind: 'unauthorized' };
    case 403:
      return { ...base, kind: 'forbidden' };
    case 404:
      return { ...base, kind: 'not-found' };
    case 409:
      return { ...base, kind: 'conflict' };
    default:
      return {
        ...base,
        kind: 'rejected',
        status,
        ...(item === null
          ? {}
          : { item: { id: item.id, name: item.name && redactSecrets(item.name, secrets) } }),
      };
  }
}

export type FailureBase = Pick<ApiFailure, 'request' | 'tries' | 'message'>;

/** Common part of a failure. The message is shortened after its secrets are redacted. */
export function makeFailureBase(line: RequestLine, message: string, tries: number): FailureBase {
  return { request: line, tries, message: message.slice(0, maxMessageLength) };
}
