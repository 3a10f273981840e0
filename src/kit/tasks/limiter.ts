/**
 * A limiter for requests to other systems: tasks in flight, and starts per second at a pace that it
 * finds. A lane starts its tasks first come, first served; the lanes are served round-robin.
 */

import { Pace, type PaceOptions } from './pace.ts';
import { machineTimer, type Timer } from './timer.ts';

/** The load of the other side by a finished task. `pauseMs` is the requested pause, 0 for none. */
export type Load =
  | { readonly kind: 'fine' }
  | { readonly kind: 'overloaded'; readonly pauseMs: number }
  | { readonly kind: 'unknown' };

export type LimiterOptions = PaceOptions & {
  /** Most tasks in flight, 1 or more. */
  readonly concurrency: number;
  readonly timer?: Timer;
};

export type TaskOptions<T> = {
  /** Classifies the load by a result. A task that throws has none. */
  readonly classify: (result: T) => Load;
  /** A queue of its own, such as an account's; without one all tasks share one. */
  readonly lane?: string;
  /** Cancels waiting; a started task is not affected. */
  readonly signal?: AbortSignal;
};

type Waiting = { readonly start: () => void };

/** A task at its start, counted with itself. */
type Begun = {
  readonly number: number;
  readonly inFlight: number;
  readonly begunMs: number;
  /** True if it waited for the rate. */
  readonly hasWaited: boolean;
};

/** Since the last refusal: most in flight of a fine answer, fewest of a refused one, fine answers. */
type Flown = { served: number; refused: number; count: number };

/** Milliseconds in which some task waited, by what for. */
export type Waited = { readonly placesMs: number; readonly rateMs: number };

/** Fine answers that show how many tasks may be in flight, where more were refused. */
const enoughServed = 10;
/** Milliseconds after which one more task in flight is tried again. */
const oneMoreAfterMs = 60_000;

export class Limiter {
  readonly #timer: Timer;
  readonly #concurrency: number;
  readonly #pace: Pace;
  /** Waiting tasks by lane; the first lane is the next. */
  readonly #lanes = new Map<string, Set<Waiting>>();
  #places: number;
  #placesAtMs: number;
  #tokens: number;
  #filledAtMs: number;
  #inFlight = 0;
  #startCount = 0;
  /** Tasks up to this number began before the last refusal and cannot be another one. */
  #refusedAtStart = 0;
  #refusalCount = 0;
  #flown = makeFlown();
  /** True if the next task waits for the rate, and not for a place. */
  #isRateUsed = false;
  /** True if the task that starts now waited for it. */
  #hasWaited = false;
  #dropAlarm: (() => void) | null = null;
  readonly #waited = { placesMs: 0, rateMs: 0 };
  #waitsFor: { readonly cause: keyof Waited; readonly sinceMs: number } | null = null;

  constructor(options: LimiterOptions) {
    this.#timer = options.timer ?? machineTimer;
    this.#concurrency = options.concurrency;
    this.#places = options.concurrency;
    this.#filledAtMs = this.#timer.nowMs();
    this.#placesAtMs = this.#filledAtMs;
    this.#pace = new Pace(options, this.#filledAtMs);
    this.#tokens = this.burst();
  }

  /** Tasks that may start at once after idling, at least one. */
  burst(): number {
    return this.#pace.burst();
  }

  /** The present limits. */
  limits(): { readonly concurrency: number; readonly startsPerSecond: number } {
    return { concurrency: this.#places, startsPerSecond: this.#pace.perSecond() };
  }

  /** Changes the most starts per second, from the next start on. */
  limit(startsPerSecond: number): void {
    this.#fill();
    this.#pace.limit(startsPerSecond);
    this.#tokens = Math.min(this.#tokens, this.burst());
    this.#advance();
  }

  /** Refusals so far; those of tasks that were in flight together count once. */
  refusalCount(): number {
    return this.#refusalCount;
  }

  /** Starts per second that the other side likely serves; null if it refused none. */
  found(): number | null {
    return this.#pace.found();
  }

  /** How long some task waited so far, for a place or for the rate. */
  waited(): Waited {
    this.#noteWait(this.#waitsFor?.cause ?? null);
    return { ...this.#waited };
  }

  /** Runs a task when its turn comes. Rejects with the task's error, or with the signal's reason. */
  run<T>(task: () => Promise<T>, options: TaskOptions<T>): Promise<T> {
    const { signal, lane: name = '' } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        this.#remove(name, waiting);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          this.#perform(task, options.classify).then(resolve, reject);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const lane = this.#lanes.get(name);
      if (lane === undefined) this.#lanes.set(name, new Set([waiting]));
      else lane.add(waiting);
      this.#advance();
    });
  }

  async #perform<T>(task: () => Promise<T>, check: (result: T) => Load): Promise<T> {
    this.#inFlight += 1;
    this.#startCount += 1;
    const begunMs = this.#timer.nowMs();
    const hasWaited = this.#hasWaited;
    const begun = { number: this.#startCount, inFlight: this.#inFlight, begunMs, hasWaited };
    this.#pace.noteStart(begunMs);
    try {
      const result = await task();
      this.#learn(check(result), begun);
      return result;
    } finally {
      this.#inFlight -= 1;
      this.#advance();
    }
  }

  #learn(load: Load, { number, inFlight, begunMs, hasWaited }: Begun): void {
    if (load.kind === 'unknown') return;
    this.#fill();
    const nowMs = this.#filledAtMs;
    const isLater = number > this.#refusedAtStart;
    if (load.kind === 'overloaded') {
      if (isLater) this.#refusalCount += 1;
      if (isLater) this.#refusedAtStart = this.#startCount;
      this.#flown.refused = Math.min(this.#flown.refused, inFlight);
      this.#pace.noteRefused(nowMs, load.pauseMs, isLater);
      this.#tokens = Math.min(this.#tokens, this.burst());
      return;
    }
    this.#flown.served = Math.max(this.#flown.served, inFlight);
    this.#flown.count += 1;
    // No task waits while an answer comes, if they come one after another.
    this.#pace.noteFine(nowMs - begunMs, this.#isRateUsed || hasWaited);
    if (isLater && this.#pace.resume(nowMs)) this.#limitPlaces(nowMs);
    else if (this.#places < this.#concurrency && nowMs - this.#placesAtMs > oneMoreAfterMs) {
      this.#setPlaces(this.#places + 1, nowMs);
    }
  }

  /** Where tasks were refused only with more in flight than any that was served, that was too many. */
  #limitPlaces(nowMs: number): void {
    const { served, refused, count } = this.#flown;
    this.#flown = makeFlown();
    if (count < enoughServed || refused <= served) return;
    this.#setPlaces(served, nowMs);
    this.#pace.takeBack();
  }

  #setPlaces(places: number, nowMs: number): void {
    this.#places = places;
    this.#placesAtMs = nowMs;
  }

  /** Starts the tasks that may start now, and sets a timer for later ones. */
  #advance(): void {
    this.#dropAlarm?.();
    this.#hasWaited = this.#isRateUsed;
    this.#isRateUsed = false;
    while (this.#lanes.size > 0) {
      if (this.#inFlight >= this.#places) {
        this.#noteWait('placesMs');
        return;
      }
      const waitMs = this.#readWaitMs();
      if (waitMs > 0) {
        this.#isRateUsed = true;
        this.#dropAlarm?.();
        this.#dropAlarm = this.#timer.setAlarm(waitMs, () => this.#advance());
        this.#noteWait('rateMs');
        return;
      }
      this.#tokens -= 1;
      this.#takeNext()?.start();
      this.#hasWaited = false;
    }
    this.#noteWait(null);
  }

  #noteWait(cause: keyof Waited | null): void {
    const sinceMs = this.#timer.nowMs();
    if (this.#waitsFor !== null)
      this.#waited[this.#waitsFor.cause] += sinceMs - this.#waitsFor.sinceMs;
    this.#waitsFor = cause === null ? null : { cause, sinceMs };
  }

  /** Removes the first task of the first lane, which goes to the end. */
  #takeNext(): Waiting | null {
    for (const [name, lane] of this.#lanes) {
      for (const waiting of lane) {
        this.#remove(name, waiting);
        if (this.#lanes.delete(name)) this.#lanes.set(name, lane);
        return waiting;
      }
    }
    return null;
  }

  #remove(name: string, waiting: Waiting): void {
    const lane = this.#lanes.get(name);
    lane?.delete(waiting);
    if (lane?.size === 0) this.#lanes.delete(name);
  }

  #readWaitMs(): number {
    this.#fill();
    const pausedMs = this.#pace.pausedUntilMs() - this.#filledAtMs;
    const emptyMs = ((1 - this.#tokens) / this.#pace.perSecond()) * 1000;
    return Math.max(0, Math.ceil(Math.max(pausedMs, emptyMs)));
  }

  #fill(): void {
    const now = this.#timer.nowMs();
    const gained = ((now - this.#filledAtMs) / 1000) * this.#pace.perSecond();
    this.#tokens = Math.min(this.burst(), this.#tokens + gained);
    this.#filledAtMs = now;
  }
}

function makeFlown(): Flown {
  return { served: 0, refused: Number.POSITIVE_INFINITY, count: 0 };
}
