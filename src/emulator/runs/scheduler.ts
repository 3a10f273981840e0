import type { ServerContext } from '../http/server-context.ts';
import { applyRefreshExpiry } from '../resources/consent/apply-refresh-expiry.ts';
import { findNextRefreshExpiryMs } from '../resources/consent/refresh-expiry.ts';
import type { State } from '../state/state.ts';
import { StoreEndedError } from '../state/store.ts';
import { runDueTransactions } from './run-due-transactions.ts';
import { startDueRun } from './transactions/start-transaction.ts';

// Runs cycles as time passes. An advance of the clock stops at each due time and runs the work
// there. In real time a timer wakes while the service listens; a frozen clock runs nothing.

/** Longest sleep of the timer, which limits the delay of work that it does not know. */
const maxSleepMs = 60_000;

/** Runs due work. */
export class Scheduler {
  readonly #context: ServerContext;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  /** Wake time of the timer, in service time. */
  #wakesAtMs = Number.POSITIVE_INFINITY;
  /** Queue of requested advances, which run in sequence. */
  #last: Promise<void> = Promise.resolve();

  constructor(server: ServerContext) {
    this.#context = server;
  }

  /**
   * Advances the clock by `byMs` and runs each due task at its time; ends early if the service
   * closes or restarts.
   */
  async letPass(byMs: number): Promise<void> {
    // Keep the state, because a reset would replace it.
    const { state } = this.#context;
    await this.#queue(() => runUntil(state, byMs).catch(ignoreError));
  }

  /** Starts the timer for due work in real time. */
  start(): void {
    this.#isStarted = true;
    this.#setTimer();
  }

  /** Looks for due work in the new state. */
  restart(): void {
    if (this.#isStarted) {
      this.#setTimer();
    }
  }

  /** Stops the timer and waits for current work, which the end of the store interrupts. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#context.state.agenda.onEarlier = null;
    await this.#last;
    const claims = [...this.#context.state.agenda.claims.values()];
    await Promise.allSettled(claims.map(({ done }) => done));
  }

  async #queue(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    try {
      await work();
    } finally {
      resolve();
    }
  }

  #setTimer(): void {
    const { state, closing } = this.#context;
    clearTimeout(this.#timer);
    if (closing.aborted || state.clock.isFrozen) {
      return;
    }
    const sleepMs = Math.min(
      Math.max((findNextMs(state) ?? Number.POSITIVE_INFINITY) - state.clock.nowMs(), 0),
      maxSleepMs,
    );
    this.#wakesAtMs = state.clock.nowMs() + sleepMs;
    state.agenda.onEarlier = (atMs) => {
      if (atMs < this.#wakesAtMs) {
        this.#setTimer();
      }
    };
    this.#timer = setTimeout(() => void this.#wake(), sleepMs).unref();
  }

  async #wake(): Promise<void> {
    await this.letPass(0);
    this.#setTimer();
  }
}

async function runUntil(state: State, byMs: number): Promise<void> {
  const { clock } = state;
  const targetMs = clock.nowMs() + byMs;
  const finalAdvanceMs = clock.advancedMs + byMs;
  for (let dueMs = findNextMs(state); dueMs !== null && dueMs <= targetMs; ) {
    advanceTo(state, clock.advancedMs + Math.max(dueMs - clock.nowMs(), 0));
    await runDue(state);
    dueMs = findNextMs(state);
  }
  advanceTo(state, Math.max(finalAdvanceMs, clock.advancedMs));
  await state.outside.settle();
}

/** Ignored, because no caller waits for it. */
function ignoreError(error: unknown): void {
  if (!(error instanceof StoreEndedError)) {
    throw error;
  }
}

/** Next due time, or null. */
function findNextMs(state: State): number | null {
  const dueMs = state.agenda.next(state)?.atMs ?? null;
  const endsMs = findNextRefreshExpiryMs(state);
  return dueMs === null || endsMs === null ? (dueMs ?? endsMs) : Math.min(dueMs, endsMs);
}

function advanceTo(state: State, advancedMs: number): void {
  if (advancedMs !== state.clock.advancedMs) {
    state.store.transact(() => {
      state.store.writeNote('advancedMs', String(advancedMs));
      return { keep: true };
    });
    state.clock.advancedMs = advancedMs;
  }
}

/** Runs due work; expires refresh tokens first, so that no run uses an expired one. */
async function runDue(state: State): Promise<void> {
  applyRefreshExpiry(state);
  const next = state.agenda.next(state);
  if (next === null || next.atMs > state.clock.nowMs()) {
    return;
  }
  state.store.transact(() => {
    startDueRun(state, next.cycleId);
    return { keep: true };
  });
  await runDueTransactions(state, next.cycleId, { awaitsOthers: true });
}
