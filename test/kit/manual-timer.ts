import type { Timer } from '../../src/kit/tasks/timer.ts';

/** Manual clock. Timers fire in order, at their own times. */
export class ManualTimer implements Timer {
  #nowMs = 0;
  #alarms: { readonly atMs: number; readonly ring: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  setAlarm(ms: number, ring: () => void): () => void {
    const alarm = { atMs: this.#nowMs + ms, ring };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  setDeadline(ms: number, ring: () => void): () => void {
    return this.setAlarm(ms, ring);
  }

  alarmCount(): number {
    return this.#alarms.length;
  }

  /** Goes to the next alarm and rings it; false when there is none. */
  async ringNext(): Promise<boolean> {
    await settle();
    const [next] = this.#alarms.toSorted((left, right) => left.atMs - right.atMs);
    if (next === undefined) return false;
    this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    next.ring();
    await settle();
    return true;
  }

  async ringAll(): Promise<void> {
    while (await this.ringNext()) {
      // Each round moves time on to the next alarm.
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.setAlarm(ms, resolve);
    });
  }
}

/** Lets everything that can go on without time passing go on. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 12; round += 1) await Promise.resolve();
}
