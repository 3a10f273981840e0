import { silentAfterMs } from '../../policy/is-stale.ts';

/** A moment of two clocks: the monotonic one may stop while a machine sleeps, and that of the day may be set. */
export type Moment = { readonly monotonicMs: number; readonly dayMs: number };

/**
 * Knows when the store last heard of this process. After a silence, such as of a process that was halted,
 * another run may have its locks.
 */
export class Heartbeat {
  readonly #send: () => Promise<void>;
  readonly #now: () => Moment;
  #heard: Moment;
  #silences = 0;

  /** `send` sends a heartbeat. */
  constructor(send: () => Promise<void>, now: () => Moment) {
    this.#send = send;
    this.#now = now;
    this.#heard = now();
  }

  /** Sends a heartbeat. Rejects as `send` does. */
  async beat(): Promise<void> {
    const begun = this.#now();
    await this.#send();
    if (this.#isSilent()) this.#silences += 1;
    this.#heard = begun;
  }

  /**
   * Makes a check for locks that are held now. It resolves at once, and after a silence when `confirm` has:
   * that must reject if another run has a lock.
   */
  watch(confirm: () => Promise<void>): () => Promise<void> {
    let seen = this.#silences;
    return async () => {
      while (this.#isSilent() || this.#silences !== seen) {
        if (this.#isSilent()) await this.beat();
        seen = this.#silences;
        await confirm();
      }
    };
  }

  #isSilent(): boolean {
    const { monotonicMs, dayMs } = this.#now();
    const silentMs = Math.max(monotonicMs - this.#heard.monotonicMs, dayMs - this.#heard.dayMs);
    return silentMs > silentAfterMs;
  }
}
