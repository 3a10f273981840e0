/** Starts per second that another system serves, found from its answers. */

/** `growing`: nothing was refused yet. `asking`: after a refusal, until an answer is fine. */
type PaceState = 'growing' | 'asking' | 'steady';

export type PaceOptions = {
  /** Most starts per second, on average; above 0. */
  readonly startsPerSecond: number;
  /** Starts per second at first, from which it grows; the most by default. */
  readonly growsFrom?: number;
  /** Rate that an earlier limiter found; null: none. */
  readonly found?: number | null;
  /** Share of the rate that stays unused: from 0 to below 1. */
  readonly reserve?: number;
};

/** Rate that is tried where nothing is known: low enough for services that serve little. */
const gentleRate = 10;
/** Rate below which it never slows down, unless the most is less. */
const slowestRate = 1;
/** Seconds of a timer's lateness that later starts make up for, as a burst; less for services that count closely. */
const longestLateness = 0.05;
/** Growth by each fine answer: doubles the rate in a second, whatever the rate is. */
const grownByAnswer = Math.LN2;
/** Pause after a refusal that names none; doubles with each one that follows. */
const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** Starts per second while it asks: a slow answer does not stop all others. */
const askedPerSecond = 4;
/** A rate is measured over so long, and one that was refused within the second is not known. */
const windowMs = 1_000;
const shortestWindowMs = 250;
/** Share of a refused rate that is kept, the larger the longer it was served. */
const [leastKept, mostKept] = [0.7, 0.97];
/** Share kept of a rate that grew until it was refused: it was served on average. */
const keptOfGrown = 0.95;
/** Part of the way from the kept to the refused rate where the allowance is taken to be. */
const likely = 0.6;
/** Seconds of the way there. A rate that was served for long is tried again late, a low one soon. */
const [shortestWay, longestWay, wayBySecond, wayByRate] = [20, 60, 3, 2];
const lowestWay = 5;
/** Past this share of what was refused, the other side has changed: it grows as at first. */
const isOutgrown = 1.1;

/** Finds the rate. Times are milliseconds of one clock. */
export class Pace {
  #most: number;
  readonly #used: number;
  /** Latest starts, of the last second alone. */
  readonly #starts: number[] = [];
  readonly #latency = new Latency();
  #state: PaceState;
  #rate: number;
  /** The rate after the last refusal, and the one that is likely served; infinite before any. */
  #kept: number;
  #likely: number;
  #waySeconds = shortestWay;
  #latenessSeconds = longestLateness;
  /** Seconds of full use since the last refusal. */
  #provenSeconds = 0;
  #resumedAtMs: number;
  #pauseMs = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  /** The state before the last refusal, for `takeBack`. */
  #before: (() => void) | null = null;

  constructor(
    { startsPerSecond, growsFrom, found = null, reserve = 0 }: PaceOptions,
    nowMs: number,
  ) {
    this.#most = startsPerSecond;
    this.#used = 1 - reserve;
    this.#resumedAtMs = nowMs;
    const known = found === null ? null : Math.max(gentleRate, found);
    this.#likely = known === null || reserve > 0 ? Number.POSITIVE_INFINITY : known;
    this.#kept = (known ?? growsFrom ?? startsPerSecond) * (known === null ? 1 : keptOfGrown);
    this.#rate = Math.min(startsPerSecond, this.#kept);
    this.#state = this.#likely === Number.POSITIVE_INFINITY ? 'growing' : 'steady';
  }

  /** Most starts per second now. */
  perSecond(): number {
    const rate = Math.min(this.#most, this.#rate) * this.#used;
    return this.#state === 'asking' ? Math.min(askedPerSecond, rate) : rate;
  }

  /** Starts that may come at once: one, and those that late timers missed. */
  burst(): number {
    return this.#state === 'asking' ? 1 : 1 + this.perSecond() * this.#latenessSeconds;
  }

  /** Changes the most starts per second. The rate that was found stays known. */
  limit(most: number): void {
    this.#most = most;
  }

  pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** The rate that is likely served; null before any refusal. */
  found(): number | null {
    return this.#likely === Number.POSITIVE_INFINITY ? null : this.#likely;
  }

  noteStart(nowMs: number): void {
    const starts = this.#starts;
    starts.push(nowMs);
    while ((starts[0] ?? nowMs) < nowMs - windowMs) starts.shift();
  }

  /** Goes on after a refusal; true if it asked until now. */
  resume(nowMs: number): boolean {
    if (this.#state !== 'asking') return false;
    this.#state = this.found() === null ? 'growing' : 'steady';
    this.#resumedAtMs = nowMs;
    this.#pauseMs = 0;
    this.#starts.length = 0;
    return true;
  }

  /** A fine answer. The rate grows by it, if it is the rate that tasks wait for. */
  noteFine(latencyMs: number, isRateUsed: boolean): void {
    const isSlow = this.#latency.note(latencyMs);
    if (!isRateUsed || isSlow || this.#state === 'asking') return;
    // Served at less than is known to be served: that says nothing of it.
    if (this.#rate > this.#most) return;
    if (this.#state === 'growing') {
      this.#rate = Math.min(this.#most, this.#rate + grownByAnswer);
      return;
    }
    this.#provenSeconds += 1 / this.#rate;
    // Fast at first, flat around the rate that is likely served, and faster again after it.
    const left = 1 - this.#provenSeconds / this.#waySeconds;
    const rate = this.#likely - (this.#likely - this.#kept) * left ** 3;
    this.#rate = Math.min(this.#most, this.#used < 1 ? Math.min(rate, this.#likely) : rate);
    if (this.#rate > this.#likely * isOutgrown) this.#state = 'growing';
  }

  /** A refusal. `isFirst`: of a task that began after the last one. */
  noteRefused(nowMs: number, pauseMs: number, isFirst: boolean): void {
    if (isFirst) {
      this.#pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, this.#pauseMs * 2));
      if (this.#state !== 'asking') this.#cut(nowMs, Math.max(pauseMs, this.#pauseMs) / 1000);
      this.#state = 'asking';
    }
    const untilMs = nowMs + (isFirst ? Math.max(pauseMs, this.#pauseMs) : pauseMs);
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
  }

  /** Forgets the effect of the last refusal on the rate, because another limit caused it. */
  takeBack(): void {
    this.#before?.();
    this.#before = null;
  }

  #cut(nowMs: number, pauseSeconds: number): void {
    this.#before = this.#remember();
    const activeMs = nowMs - this.#resumedAtMs;
    const measured = Math.min(windowMs, Math.max(activeMs, shortestWindowMs)) / 1000;
    const refused = Math.min(this.#rate * this.#used, this.#starts.length / measured);
    this.#provenSeconds = 0;
    if (activeMs < shortestWindowMs && this.found() === null) {
      // Too little was served to know anything but where to begin.
      this.#rate = Math.min(this.#rate, Math.max(gentleRate, refused));
      return;
    }
    const active = activeMs / 1000;
    const isGrown = this.#state === 'growing' && activeMs > windowMs;
    const served = active / (active + pauseSeconds / 2);
    // A service that counts closely refuses starts that come too close together.
    this.#latenessSeconds /= 2;
    const share = isGrown ? keptOfGrown : Math.min(mostKept, Math.max(leastKept, served));
    this.#kept = Math.max(Math.min(slowestRate, this.#most), refused * share);
    this.#likely = Math.max(this.#kept, refused * (isGrown ? 1 : share + (1 - share) * likely));
    const shortest = Math.max(lowestWay, Math.min(shortestWay, wayByRate * refused));
    this.#waySeconds = Math.min(longestWay, Math.max(shortest, wayBySecond * active));
    this.#rate = this.#kept;
  }

  #remember(): () => void {
    const [state, rate, kept, probable] = [this.#state, this.#rate, this.#kept, this.#likely];
    const [way, proven, lateness] = [this.#waySeconds, this.#provenSeconds, this.#latenessSeconds];
    return () => {
      [this.#state, this.#rate, this.#kept, this.#likely] = [state, rate, kept, probable];
      [this.#waySeconds, this.#provenSeconds, this.#latenessSeconds] = [way, proven, lateness];
    };
  }
}

/** Difference of latencies that has many other reasons. */
const toleratedMs = 10;

/** Latencies of late against the usual one. */
class Latency {
  #recentMs: number | null = null;
  #usualMs: number | null = null;

  /** Notes one; true if the latest are far above the usual. */
  note(ms: number): boolean {
    const recent = this.#recentMs === null ? ms : this.#recentMs + (ms - this.#recentMs) / 10;
    this.#recentMs = recent;
    // Follows slowly, so that requests of another kind become usual in time.
    this.#usualMs = this.#usualMs === null ? ms : this.#usualMs + (ms - this.#usualMs) / 100;
    return recent > 2 * this.#usualMs + toleratedMs;
  }
}
