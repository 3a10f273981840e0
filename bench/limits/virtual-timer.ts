import { Heap } from '../../src/kit/tasks/heap.ts';
import type { Timer } from '../../src/kit/tasks/timer.ts';

type Alarm = {
  readonly atMs: number;
  readonly number: number;
  readonly ring: () => void;
  isOff: boolean;
};

/** A clock that jumps from alarm to alarm, so that a minute of requests takes a second. */
export class VirtualTimer implements Timer {
  #nowMs = 0;
  #count = 0;
  readonly #alarms = new Heap<Alarm>((left, right) =>
    left.atMs === right.atMs ? left.number - right.number : left.atMs - right.atMs,
  );

  nowMs(): number {
    return this.#nowMs;
  }

  setAlarm(ms: number, ring: () => void): () => void {
    this.#count += 1;
    const alarm = { atMs: this.#nowMs + ms, number: this.#count, ring, isOff: false };
    this.#alarms.push(alarm);
    return () => {
      alarm.isOff = true;
    };
  }

  setDeadline(ms: number, ring: () => void): () => void {
    return this.setAlarm(ms, ring);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.setAlarm(ms, resolve);
    });
  }

  /** Rings every alarm in the order of time until none is left. */
  async runOut(): Promise<void> {
    for (;;) {
      await settleAll();
      const next = this.#alarms.pop();
      if (next === undefined) return;
      if (next.isOff) continue;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.ring();
    }
  }
}

// All promises that can go on do so before the next immediate, however long their chains are.
function settleAll(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
