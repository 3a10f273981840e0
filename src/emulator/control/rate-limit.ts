/** Requests per second, and the size of a burst. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Token bucket on the machine's clock, so that a frozen service still limits real requests. */
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

  /** Takes a token and returns 0, or the seconds until the next one. */
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
