import { parseDuration } from '../../kit/tasks/duration.ts';
import type { AppFaultsChange } from '../apps/app-faults.ts';
import type { AppContents } from '../apps/app-rows.ts';
import { readSampleApps, updateSampleAppFaults } from '../apps/sample-apps.ts';
import { type ConsoleRequest, runConsole } from '../console/run-console.ts';
import { makeNotFound, Refusal } from '../http/reply.ts';
import type { ServerContext } from '../http/server-context.ts';
import { findAccount } from '../resources/accounts/accounts.ts';
import { applyConsent } from '../resources/consent/apply-consent.ts';
import { applyRefreshExpiry } from '../resources/consent/apply-refresh-expiry.ts';
import { writeCycle } from '../resources/cycles/find-cycle.ts';
import { countInProgress, resolveCycle } from '../resources/cycles/resolve-cycle.ts';
import type { Scheduler } from '../runs/scheduler.ts';
import { createSeedAccounts } from '../state/create-seed-accounts.ts';
import { makeGuid, type State } from '../state/state.ts';
import type { Clock } from '../world/clock.ts';
import { readWorld } from '../world/file/read-world.ts';
import type { WorldAccount } from '../world/file/world.ts';
import { type Dump, toDump } from './dump.ts';
import type { Fault, FaultCount } from './faults.ts';
import { RateBucket, type RateLimit } from './rate-limit.ts';

/** Actions of a test on the service from outside. Bad values throw Refusal. */
export interface Control {
  /** Resets to the world: state, time, faults, limit and requests. */
  reset(): void;
  /** Creates more accounts, as a world file writes them; throws WorldError for mistakes. */
  seed(accounts: readonly WorldAccount[]): void;
  /**
   * Advances the clock by a duration such as `1h`; returns the new time (ISO UTC). Due cycles wait
   * for `letPass`.
   */
  advance(duration: string): string;
  /**
   * Advances the clock and runs each due cycle at its time; resolves after all runs and webhooks.
   * `0s` runs those due now.
   */
  letPass(duration: string): Promise<string>;
  /** Adds transactions that run until a time; returns the number running. */
  plantTransactions(plan: TransactionPlan): number;
  /** Answers 429 above a rate; null removes the limit. */
  setLimit(rate: RateLimit | null): void;
  /** Replaces all faults. */
  plantFaults(faults: readonly Fault[]): void;
  /** The active faults with their counts. */
  readFaults(): readonly FaultCount[];
  /** Authenticates an installed OAuth connector, by name or id, as a person's consent does. */
  grantConsent(who: { readonly account: string; readonly connector: string }): void;
  /** Console actions, by the names of src/emulator/console/run-console.ts. */
  console(request: ConsoleRequest): ConsoleRequest;
  /** Records of the sample apps, by app and kind. */
  readApps(): Readonly<Record<string, AppContents>>;
  /** Changes the faults of a sample app: revoked credentials, rate limits. */
  upsetApp(app: string, change: AppFaultsChange): void;
  /** The whole state, with credentials as fingerprints. */
  dump(): Dump;
}

interface TransactionPlan {
  /** Id of the cycle. */
  readonly cycle: string;
  readonly count: number;
  readonly lastsMs: number;
}

/**
 * Control of a server context with its runner. `restart` clears the store and returns the state of
 * the world.
 */
export function makeControl(
  server: ServerContext,
  { runner, restart }: { readonly runner: Scheduler; readonly restart: () => State },
): Control {
  const keep = (work: () => void) => {
    server.state.store.transact(() => {
      work();
      return { keep: true };
    });
  };
  return {
    reset: () => {
      server.state = restart();
      runner.restart();
      server.limit = null;
      server.faults.plant([], server.state.seed);
      server.shifted.clear();
      server.log.clear();
    },
    seed: (accounts) => {
      const { accounts: _, ...world } = server.state.world;
      const { accounts: checked } = readWorld({ ...world, accounts });
      keep(() => createSeedAccounts(server.state, checked ?? []));
    },
    advance: (duration) => {
      const { clock, store } = server.state;
      const byMs = readDuration(clock, duration);
      keep(() => store.writeNote('advancedMs', String(clock.advancedMs + byMs)));
      clock.advancedMs += byMs;
      applyRefreshExpiry(server.state);
      return new Date(clock.nowMs()).toISOString();
    },
    letPass: async (duration) => {
      await runner.letPass(readDuration(server.state.clock, duration));
      return new Date(server.state.clock.nowMs()).toISOString();
    },
    plantTransactions: (plan) => {
      let running = 0;
      keep(() => {
        running = plantTransactions(server.state, plan);
      });
      return running;
    },
    setLimit: (rate) => {
      server.limit = rate === null ? null : { rate, bucket: new RateBucket(rate) };
    },
    plantFaults: (faults) => server.faults.plant(faults, server.state.seed),
    readFaults: () => server.faults.counts(),
    grantConsent: (who) => keep(() => consent(server.state, who)),
    console: (request) => {
      let answered: ConsoleRequest = {};
      try {
        keep(() => {
          answered = runConsole(server.state, request);
        });
      } finally {
        // Reload, because a failed action rolls back its promotions.
        server.state.offered.reload();
      }
      return answered;
    },
    readApps: () => readSampleApps(server.state),
    upsetApp: (app, change) => {
      if (!updateSampleAppFaults(server.state, app, change)) {
        throw makeNotFound(`The sample app '${app}'`);
      }
    },
    dump: () => toDump(server.state),
  };
}

/** The service writes four-digit years. */
const endOfTimeMs = Date.UTC(9999, 11, 31);

function readDuration(clock: Clock, text: string): number {
  const ms = parseDuration(text);
  if (ms === null || clock.nowMs() + ms > endOfTimeMs) {
    throw new Refusal(400, `'${text}' is not a duration such as 90s, 15m, 1h or 2d.`);
  }
  return ms;
}

function plantTransactions(state: State, plan: TransactionPlan): number {
  const nowMs = state.clock.nowMs();
  const stored = state.cycles.read(plan.cycle);
  const cycle = stored === undefined ? undefined : resolveCycle(stored, nowMs);
  if (cycle === undefined || cycle.status === 'DeleteScheduled') {
    throw makeNotFound('The cycle');
  }
  if (plan.count < 1 || plan.lastsMs < 1) {
    throw new Refusal(400, 'count and lastsMs must be at least 1.');
  }
  const planted = Array.from({ length: plan.count }, () => ({
    id: makeGuid(state, 'transaction'),
    endsAtMs: nowMs + plan.lastsMs,
    held: null,
  }));
  const changed = { ...cycle, transactions: [...cycle.transactions, ...planted] };
  writeCycle(state, changed);
  return countInProgress(changed);
}

function consent(
  state: State,
  who: { readonly account: string; readonly connector: string },
): void {
  const account = findAccount(state, who.account);
  if (account === undefined) {
    throw makeNotFound(`The account '${who.account}'`);
  }
  const row = state.installed
    .list(account.id)
    .find(({ id, value }) => value.name === who.connector || id === who.connector)?.value;
  if (row === undefined) {
    throw makeNotFound(`The account connector '${who.connector}'`);
  }
  applyConsent(state, row);
}
