/** Requests per second, and how many may come at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** A bucket of tokens on the machine's own clock: a frozen service still limits real requests. */
export class RateBucket {
  readonly #limit: RateLimit;
  readonly #nowMs: () => number;
  #tokens: number;
  #filledAtMs: number;

  constructor(limit: RateLimit, nowMs: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#nowMs = nowMs;
    this.#tokens = limit.burst;
    this.#filledAtMs = nowMs();
  }

  /** Takes a token and answers 0, or the whole seconds after which there will be one. */
  take(): number {
    const nowMs = this.#nowMs();
    const gained = ((nowMs - this.#filledAtMs) / 1000) * this.#limit.perSecond;
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + gained);
    this.#filledAtMs = nowMs;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.#limit.perSecond));
  }
}
