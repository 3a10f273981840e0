import type { Answer, ApiFailure, RequestLine } from '../model/diagnostic/api-failure.ts';
import { redactSecrets } from '../model/secret/redact-secrets.ts';
import { classifyReply, type Reading, type Received, type ReplyFailure } from './classify-reply.ts';
import type { HttpRequest, Sender } from './http.ts';
import { maxPauseMs } from './http-reply.ts';

/**
 * Retry rules. `never`: not once it may have arrived. `once`: not
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
/** Retries after 429, which proves that nothing was done. With the limiter's pauses, a minute of them. */
const laterLimit = 12;
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
export async function sendWithRetries(http: Sender, request: Request): Promise<Answer<Received>> {
  const state: State = { tries: 0, faults: 0, laters: 0, mayBeDone: false };
  for (;;) {
    const reply = classifyReply(await http.send(request), request.reading);
    if (reply.kind === 'received') return { ok: true, value: reply.received };
    countFailure(reply, request, state);
    const waitMs = decideRetry(reply, request, state);
    if (waitMs === null) return { ok: false, failure: toApiFailure(reply, request, state) };
    await http.wait(waitMs);
  }
}

/** Wait before the next try; null for none. */
function decideRetry(failure: ReplyFailure, request: Request, state: State): number | null {
  if (failure.kind === 'refused' || request.repeat === 'once') return null;
  if ('retryAfterMs' in failure && (failure.retryAfterMs ?? 0) > maxPauseMs) return null;
  if (failure.kind === 'too-many') {
    if (state.laters >= laterLimit) return null;
    // The limiter pauses all requests, and longer each time.
    return 0;
  }
  if (request.repeat === 'never' || state.faults >= faultLimit) return null;
  return makeBackoffMs(state.faults);
}

/** Counts a try without a usable answer. */
function countFailure(failure: ReplyFailure, request: Request, state: State): void {
  state.tries += 1;
  if (failure.kind === 'refused') return;
  if (failure.kind === 'too-many') {
    state.laters += 1;
    return;
  }
  state.faults += 1;
  const hasArrived = failure.kind === 'garbled' || failure.wasSent;
  if (request.effect === 'write' && hasArrived) state.mayBeDone = true;
}

/** Doubles each time, with jitter to spread callers that failed together. */
function makeBackoffMs(times: number): number {
  const ms = Math.min(maxBackoffMs, firstBackoffMs * 2 ** (times - 1));
  return ms * (0.5 + Math.random() / 2);
}

function toApiFailure(failure: ReplyFailure, request: Request, state: State): ApiFailure {
  const redacted = redactSecrets(formatReplyFailure(failure), request.secrets);
  const base = makeFailureBase(request.line, redacted, state.tries);
  if (state.mayBeDone && !isGone(failure, request)) {
    const status = 'status' in failure ? failure.status : null;
    return { ...base, kind: 'outcome-unknown', ...(status === null ? {} : { status }) };
  }
  switch (failure.kind) {
    case 'too-many':
      return { ...base, kind: 'rate-limited' };
    case 'no-word':
      return { ...base, kind: 'unavailable', status: failure.status };
    case 'garbled':
      return { ...base, kind: 'unexpected-shape' };
    case 'refused':
      return toRefusedFailure(base, failure, request.secrets);
  }
}

// Name the wait first because the message of the service may be long.
function formatReplyFailure(failure: ReplyFailure): string {
  const waitMs = 'retryAfterMs' in failure ? (failure.retryAfterMs ?? 0) : 0;
  if (waitMs <= maxPauseMs) return failure.message;
  return `the service asks to retry in ${Math.ceil(waitMs / 1000)} s${failure.message === '' ? '' : `: ${failure.message}`}`;
}

// After an unclear try, an answer proves what is there, and not what was done: of a delete both are the same.
function isGone(failure: ReplyFailure, { line }: Request): boolean {
  return failure.kind === 'refused' && failure.status === 404 && line.method === 'DELETE';
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
