import type { ServerContext } from '../http/server-context.ts';
import { applyRefreshExpiry } from '../resources/consent/apply-refresh-expiry.ts';
import { findNextRefreshExpiryMs } from '../resources/consent/refresh-expiry.ts';
import type { State } from '../state/state.ts';
import { StoreEndedError } from '../state/store.ts';
import { runDueTransactions } from './run-due-transactions.ts';
import { startDueRun } from './transactions/start-transaction.ts';

// Cycles run by the clock. Time that is advanced is walked through: the clock stands at each instant
// at which something is due while it is done. In real time a timer wakes for the next of them, as long
// as the service is listened to. While time stands still nothing is done.

/** The longest that a timer sleeps: what it was not told of is found then. */
const maxSleepMs = 60_000;

/** Does what the clock brings. */
export class Scheduler {
  readonly #context: ServerContext;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  /** When the timer wakes, of the service's time. */
  #wakesAtMs = Number.POSITIVE_INFINITY;
  /** What was asked for runs one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(house: ServerContext) {
    this.#context = house;
  }

  /**
   * Moves time on by `byMs` and does all that becomes due meanwhile, each at its time; ends early where
   * the service closes or begins anew.
   */
  async letPass(byMs: number): Promise<void> {
    // What a reset comes before is not asked of the state after it.
    const { state } = this.#context;
    await this.#queue(() => runUntil(state, byMs).catch(ignoreError));
  }

  /** From now on a timer does what becomes due in real time. */
  start(): void {
    this.#isStarted = true;
    this.#setTimer();
  }

  /** The house has another state: what that brings is looked for at once. */
  restart(): void {
    if (this.#isStarted) {
      this.#setTimer();
    }
  }

  /** Ends the timer and waits for what is under way, which the end of the store cuts off. */
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

/** Nobody is left to do it for. */
function ignoreError(error: unknown): void {
  if (!(error instanceof StoreEndedError)) {
    throw error;
  }
}

/** When something is due next; null: nothing is planned. */
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

/** Does what is due now: ends refresh tokens first, so that no run uses one that has ended. */
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
