/**
 * The service's time: real time plus what was advanced, or a frozen instant plus what was advanced.
 * What was advanced is kept by whoever made the clock, so that a data folder goes on where it was.
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

  /** Whether time stands still but for what it is advanced by. */
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

/** A time as the service writes it: ISO with seven digits of a second and Z, SERVICE C [D]. */
export function toServiceTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '0000Z');
}
