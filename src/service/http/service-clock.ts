const secondMs = 1000;

/**
 * The clock of the service, read from the Date of its answers. Runs have times of that clock; a machine
 * that is late would count runs of before.
 */
export class ServiceClock {
  #aheadMs = 0;

  /** Notes the header Date of an answer; null for none. */
  note(date: string | null): void {
    const sentMs = Date.parse(date ?? '');
    if (Number.isNaN(sentMs)) return;
    // It has whole seconds: the next one is never too early.
    this.#aheadMs = sentMs + secondMs - Date.now();
  }

  /** The time (ISO UTC); that of this machine before the first answer with a Date. */
  read(): string {
    return new Date(Date.now() + this.#aheadMs).toISOString();
  }
}
