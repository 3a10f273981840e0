/**
 * The service's time: real time or a frozen instant, plus all advances. The creator keeps the
 * advances, so that a data folder continues at its time.
 */
export class Clock {
  readonly #frozenAtMs: number | undefined;
  #advancedMs: number;

  constructor(frozenAtMs: number | undefined, advancedMs: number) {
    this.#frozenAtMs = frozenAtMs;
    this.#advancedMs = advancedMs;
  }

  /** Milliseconds since 1970. */
  nowMs(): number {
    return (this.#frozenAtMs ?? Date.now()) + this.#advancedMs;
  }

  /** True if only an advance moves the time. */
  get isFrozen(): boolean {
    return this.#frozenAtMs !== undefined;
  }

  get advancedMs(): number {
    return this.#advancedMs;
  }

  set advancedMs(value: number) {
    this.#advancedMs = value;
  }
}

/** A time in the format of the service: ISO with seven decimals and Z (SERVICE C [D]). */
export function toServiceTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '0000Z');
}

/** The time as the header Date of an answer. */
export function toDateHeader(clock: Clock): string {
  return new Date(clock.nowMs()).toUTCString();
}
