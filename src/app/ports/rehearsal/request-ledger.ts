import type { RemoteId } from '../../../model/live/live.ts';

/** Requests of one account. */
export type RequestCount = { readonly reads: number; readonly writes: number };

/** A request that stopped or started a cycle. */
export type CycleSwitch = {
  readonly cycle: RemoteId;
  readonly to: 'stopped' | 'running';
  /** How many requests there were before it, of all accounts and of its own. */
  readonly after: { readonly all: number; readonly own: number };
  /** Monotonic milliseconds at which it began and ended. */
  readonly beganMs: number;
  readonly endedMs: number;
};

/** The requests of a rehearsal. */
export type RequestLedger = {
  /** By the id of the account; those of none under null. */
  readonly counts: ReadonlyMap<RemoteId | null, RequestCount>;
  /** In the order of their answers. */
  readonly switches: readonly CycleSwitch[];
};

type Answered = {
  readonly account: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly durationMs: number;
};

/** Counts requests as they are answered. */
export class RequestCounter implements RequestLedger {
  readonly counts = new Map<RemoteId | null, RequestCount>();
  readonly switches: CycleSwitch[] = [];
  #total = 0;

  add({ account: header, method, path, status, durationMs }: Answered): void {
    const account = header ?? /^\/accounts\/([^/]+)$/.exec(path)?.[1] ?? null;
    const { reads, writes } = this.counts.get(account) ?? { reads: 0, writes: 0 };
    const endedMs = performance.now();
    const [, cycle, word] = /\/cycles\/([^/]+)\/(activate|deactivate)$/.exec(path) ?? [];
    if (cycle !== undefined && status !== null && status < 300) {
      const to = word === 'activate' ? 'running' : 'stopped';
      const after = { all: this.#total, own: reads + writes };
      this.switches.push({ cycle, to, after, beganMs: endedMs - durationMs, endedMs });
    }
    this.#total += 1;
    // A sign-in changes nothing, and is no write of an apply either.
    const isRead = method === 'GET' || path === '/oauth/token';
    this.counts.set(account, {
      reads: reads + (isRead ? 1 : 0),
      writes: writes + (isRead ? 0 : 1),
    });
  }
}
