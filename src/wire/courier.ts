import type { Answer, ApiFailure, RequestLine } from '../model/diagnostic/api-failure.ts';
import { strikeSecrets } from '../model/secret/strike-secrets.ts';
import { type Http, type HttpRequest, longestPauseMs } from './http.ts';
import { judgeReply, type Miss, type Reading, type Received } from './judge-reply.ts';

/**
 * Whether a request may be sent again (ENGINE, "What may be repeated"). `never`: not once it may have
 * arrived. `once`: not at all, for what a status proves of the service, it does not prove of a third party
 * behind it.
 */
export type Repeat = 'safe' | 'never' | 'once';

/** A request with what must be known to carry it out. */
export type Parcel = HttpRequest & {
  /** A read changes nothing: without an answer nothing can have happened. */
  readonly effect: 'read' | 'write';
  readonly repeat: Repeat;
  readonly reading: Reading;
  /** What must not stand in a message. */
  readonly secrets: readonly string[];
};

/** Sendings of one request that end without a usable answer, before it is given up. */
const faultLimit = 4;
/** Times that one request may be told to come back later. Being told so is proof that nothing was done. */
const laterLimit = 8;
const firstBackoffMs = 250;
const longestBackoffMs = 8_000;
const longestMessage = 500;

type State = {
  tries: number;
  faults: number;
  laters: number;
  /** An earlier sending may have done it. */
  mayBeDone: boolean;
};

/**
 * Carries one request out, with the repeats that are allowed. 429 means *not done* and is repeated even for
 * creates; everything else that is not a clear answer is repeated for safe requests alone.
 */
export async function carry(http: Http, parcel: Parcel): Promise<Answer<Received>> {
  const state: State = { tries: 0, faults: 0, laters: 0, mayBeDone: false };
  for (;;) {
    const verdict = judgeReply(await http.send(parcel), parcel.reading);
    if (verdict.kind === 'received') return { ok: true, value: verdict.received };
    countMiss(verdict, parcel, state);
    const waitMs = judgeRepeat(verdict, parcel, state);
    if (waitMs === null) return { ok: false, failure: makeVerdictFailure(verdict, parcel, state) };
    await http.wait(waitMs);
  }
}

/** How long to wait before the next sending, null when there is none. */
function judgeRepeat(miss: Miss, parcel: Parcel, state: State): number | null {
  if (miss.kind === 'refused' || parcel.repeat === 'once') return null;
  if ('retryAfterMs' in miss && (miss.retryAfterMs ?? 0) > longestPauseMs) return null;
  if (miss.kind === 'too-many') {
    if (state.laters >= laterLimit) return null;
    // Where the service says how long, the limiter pauses for all.
    return miss.retryAfterMs === null ? makeBackoffMs(state.laters) : 0;
  }
  if (parcel.repeat === 'never' || state.faults >= faultLimit) return null;
  return makeBackoffMs(state.faults);
}

/** Remembers a sending that brought no usable answer. */
function countMiss(miss: Miss, parcel: Parcel, state: State): void {
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

/** Doubles each time, and spreads callers that failed together. */
function makeBackoffMs(times: number): number {
  const ms = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (times - 1));
  return ms * (0.5 + Math.random() / 2);
}

function makeVerdictFailure(miss: Miss, parcel: Parcel, state: State): ApiFailure {
  const struck = strikeSecrets(sayMiss(miss), parcel.secrets);
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
      return nameRefusal(base, miss, parcel.secrets);
  }
}

// What nobody waited for is told first: the words of the service may be long.
function sayMiss(miss: Miss): string {
  const waitMs = 'retryAfterMs' in miss ? (miss.retryAfterMs ?? 0) : 0;
  if (waitMs <= longestPauseMs) return miss.message;
  return `asked to come back in ${Math.ceil(waitMs / 1000)} s${miss.message === '' ? '' : `: ${miss.message}`}`;
}

/** Whether it tells what is so now, whatever an earlier sending did. */
function isClear(miss: Miss): boolean {
  return miss.kind === 'refused' && miss.status !== 401;
}

function nameRefusal(
  base: FailureBase,
  { status, item }: Extract<Miss, { readonly kind: 'refused' }>,
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
          : { item: { id: item.id, name: item.name && strikeSecrets(item.name, secrets) } }),
      };
  }
}

export type FailureBase = Pick<ApiFailure, 'request' | 'tries' | 'message'>;

/** The common part of a failure. The message is bounded, after secrets were struck out of all of it. */
export function makeFailureBase(line: RequestLine, message: string, tries: number): FailureBase {
  return { request: line, tries, message: message.slice(0, longestMessage) };
}
