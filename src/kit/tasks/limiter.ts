/**
 * A limiter for requests to other systems: tasks in flight, starts per second, and requested
 * pauses. Overload halves both limits, once per wave; good answers restore them slowly. Tasks start
 * in order.
 */

import { machineTimer, type Timer } from './timer.ts';

/** The load of the other side by a finished task. `pollMs` is the requested pause. */
export type Load =
  | { readonly kind: 'fine' }
  | { readonly kind: 'overloaded'; readonly pauseMs: number }
  | { readonly kind: 'unknown' };

export type LimiterOptions = {
  /** Most tasks in flight, 1 or more. */
  readonly concurrency: number;
  /** Most task starts per second, on average; above 0. */
  readonly startsPerSecond: number;
  readonly timer?: Timer;
};

export type TaskOptions<T> = {
  /** Classifies the load by a result. A task that throws has none. */
  readonly classify: (result: T) => Load;
  /** Cancels waiting; a started task is not affected. */
  readonly signal?: AbortSignal;
};

type Waiting = { readonly start: () => void };

const cut = 0.5;
/** Share of the full rate, regained per second of good answers. */
const regainedPerSecond = 0.05;
/** Starts per second below which it never slows down, unless its full rate is less. */
const slowestRate = 1;

export class Limiter {
  readonly #timer: Timer;
  readonly #concurrency: number;
  readonly #fullRate: number;
  readonly #queue = new Set<Waiting>();
  #ceiling: number;
  #rate: number;
  #tokens: number;
  #filledAtMs: number;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #inFlight = 0;
  #startCount = 0;
  /** Tasks with a lower number began before the last cut and cannot cause another one. */
  #cutAtStart = 0;
  #dropAlarm: (() => void) | null = null;

  constructor(options: LimiterOptions) {
    this.#timer = options.timer ?? machineTimer;
    this.#concurrency = options.concurrency;
    this.#fullRate = options.startsPerSecond;
    this.#ceiling = options.concurrency;
    this.#rate = options.startsPerSecond;
    this.#tokens = this.burst();
    this.#filledAtMs = this.#timer.nowMs();
  }

  /**
   * Tasks that may start at once after idling: a tenth of a second's worth, at least one. Small
   * enough for limits of the service, large enough for late timers.
   */
  burst(): number {
    return Math.max(1, this.#rate / 10);
  }

  /** The present limits, between the slowest and those of the options. */
  limits(): { readonly concurrency: number; readonly startsPerSecond: number } {
    return { concurrency: Math.floor(this.#ceiling), startsPerSecond: this.#rate };
  }

  /** Runs a task when its turn comes. Rejects with the task's error, or with the signal's reason. */
  run<T>(task: () => Promise<T>, options: TaskOptions<T>): Promise<T> {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        this.#queue.delete(waiting);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          this.#perform(task, options.classify).then(resolve, reject);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#queue.add(waiting);
      this.#advance();
    });
  }

  async #perform<T>(task: () => Promise<T>, check: (result: T) => Load): Promise<T> {
    this.#inFlight += 1;
    this.#startCount += 1;
    const number = this.#startCount;
    try {
      const result = await task();
      this.#learn(check(result), number);
      return result;
    } finally {
      this.#inFlight -= 1;
      this.#advance();
    }
  }

  #learn(load: Load, number: number): void {
    if (load.kind === 'unknown') return;
    this.#fill();
    if (load.kind === 'fine') {
      this.#ceiling = Math.min(this.#concurrency, this.#ceiling + 1 / this.#ceiling);
      const step = (this.#fullRate * regainedPerSecond) / Math.max(1, this.#rate);
      this.#rate = Math.min(this.#fullRate, this.#rate + step);
      return;
    }
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#filledAtMs + load.pauseMs);
    if (number <= this.#cutAtStart) return;
    this.#cutAtStart = this.#startCount;
    this.#ceiling = Math.max(1, this.#ceiling * cut);
    this.#rate = Math.max(Math.min(this.#fullRate, slowestRate), this.#rate * cut);
    this.#tokens = Math.min(this.#tokens, this.burst());
  }

  /** Starts the tasks that may start now, and sets a timer for later ones. */
  #advance(): void {
    this.#dropAlarm?.();
    for (const waiting of this.#queue) {
      if (this.#inFlight >= Math.floor(this.#ceiling)) return;
      const waitMs = this.#readWaitMs();
      if (waitMs > 0) {
        this.#dropAlarm?.();
        this.#dropAlarm = this.#timer.setAlarm(waitMs, () => this.#advance());
        return;
      }
      this.#tokens -= 1;
      this.#queue.delete(waiting);
      waiting.start();
    }
  }

  #readWaitMs(): number {
    this.#fill();
    const pausedMs = this.#pausedUntilMs - this.#filledAtMs;
    const emptyMs = ((1 - this.#tokens) / this.#rate) * 1000;
    return Math.max(0, Math.ceil(Math.max(pausedMs, emptyMs)));
  }

  #fill(): void {
    const now = this.#timer.nowMs();
    const gained = ((now - this.#filledAtMs) / 1000) * this.#rate;
    this.#tokens = Math.min(this.burst(), this.#tokens + gained);
    this.#filledAtMs = now;
  }
}
