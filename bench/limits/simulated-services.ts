/** What a simulated service says to one request: a refusal, or an answer after so long. */
export type Said =
  | { readonly kind: 'refused'; readonly retryAfterMs: number | null }
  | { readonly kind: 'answer'; readonly lastsMs: number };

/** A service with a limit of its own. */
export type SimulatedService = {
  /** Requests per second that it serves at most, in the long run. */
  readonly perSecond: number;
  /** Judges a request that arrives now; `random` is from 0 to 1. */
  take(nowMs: number, random: () => number): Said;
  /** Called when an answer is on its way. */
  leave(): void;
};

/** `seconds`: whole seconds until the next request may come, as most services say it. */
export type RetryAfter = 'seconds' | 'none';

function toRetryAfter(kind: RetryAfter, ms: number): number | null {
  return kind === 'none' ? null : Math.max(1, Math.ceil(ms / 1000)) * 1000;
}

/** How long an answer takes where nothing waits: 10 to 40 ms, and one in fifty 200 ms more. */
function drawLatency(random: () => number): number {
  return 10 + 30 * random() + (random() < 0.02 ? 200 : 0);
}

const answer = (random: () => number): Said => ({ kind: 'answer', lastsMs: drawLatency(random) });

/** Refuses where its bucket is empty. */
export function makeTokenBucket(
  perSecond: number,
  burst: number,
  retryAfter: RetryAfter,
): SimulatedService {
  let tokens = burst;
  let filledAtMs = 0;
  return {
    perSecond,
    take: (nowMs, random) => {
      tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1000) * perSecond);
      filledAtMs = nowMs;
      if (tokens < 1) {
        const waitMs = ((1 - tokens) / perSecond) * 1000;
        return { kind: 'refused', retryAfterMs: toRetryAfter(retryAfter, waitMs) };
      }
      tokens -= 1;
      return answer(random);
    },
    leave: () => undefined,
  };
}

/** Lets requests wait for their turn, and refuses where too many wait. */
export function makeLeakyBucket(
  perSecond: number,
  most: number,
  retryAfter: RetryAfter,
): SimulatedService {
  let freeAtMs = 0;
  return {
    perSecond,
    take: (nowMs, random) => {
      const waitMs = Math.max(0, freeAtMs - nowMs);
      const waiting = (waitMs / 1000) * perSecond;
      if (waiting >= most) {
        return { kind: 'refused', retryAfterMs: toRetryAfter(retryAfter, 1000 / perSecond) };
      }
      freeAtMs = Math.max(freeAtMs, nowMs) + 1000 / perSecond;
      return { kind: 'answer', lastsMs: waitMs + drawLatency(random) };
    },
    leave: () => undefined,
  };
}

/** Counts anew in each window, and refuses until the next one where its count is reached. */
export function makeFixedWindow(
  perSecond: number,
  windowMs: number,
  retryAfter: RetryAfter,
): SimulatedService {
  let window = -1;
  let count = 0;
  return {
    perSecond,
    take: (nowMs, random) => {
      const number = Math.floor(nowMs / windowMs);
      if (number !== window) [window, count] = [number, 0];
      if (count >= (perSecond * windowMs) / 1000) {
        const waitMs = (number + 1) * windowMs - nowMs;
        return { kind: 'refused', retryAfterMs: toRetryAfter(retryAfter, waitMs) };
      }
      count += 1;
      return answer(random);
    },
    leave: () => undefined,
  };
}

/** Refuses where too many requests are in flight. */
export function makeConcurrencyCap(
  most: number,
  lastsMs: number,
  retryAfter: RetryAfter,
): SimulatedService {
  let inFlight = 0;
  return {
    perSecond: (most * 1000) / lastsMs,
    take: (_nowMs, random) => {
      if (inFlight >= most) return { kind: 'refused', retryAfterMs: toRetryAfter(retryAfter, 1) };
      inFlight += 1;
      return { kind: 'answer', lastsMs: lastsMs * (0.5 + random()) };
    },
    leave: () => {
      inFlight -= 1;
    },
  };
}

/** Never refuses: one answer after the other, so that more requests only wait longer. */
export function makeSlowing(perSecond: number): SimulatedService {
  return { ...makeLeakyBucket(perSecond, Number.POSITIVE_INFINITY, 'none'), perSecond };
}
