import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLease } from '../../../src/app/ports/open-lease.ts';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import type { Leases } from '../../../src/model/state/shared/lease.ts';
import {
  openPostgresLeases,
  openPostgresStore,
} from '../../../src/store/postgres/open-postgres-store.ts';
import { startEmulator } from '../../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { HastyTimer, openForTest, type Rig } from '../../service/open-for-test.ts';

/** Requests per second of all processes. */
const most = 40;
/** Answers are handed on one in each turn of the event loop, and this many may be there at once. */
const concurrency = 8;

/** Time that all processes share, and that stops while a request, an answer or a renewal is on its way. */
class SharedTimer extends HastyTimer {
  readonly alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>();
  isBusy: () => boolean = () => false;
  #now = 0;
  #isTurning = false;
  #quietTurns = 0;

  override nowMs(): number {
    return this.#now;
  }

  override setAlarm(ms: number, ring: () => void): () => void {
    const alarm = { atMs: this.#now + ms, ring };
    this.alarms.add(alarm);
    this.#turn();
    return () => this.alarms.delete(alarm);
  }

  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      if (this.alarms.size === 0) return;
      this.#quietTurns = this.isBusy() ? 0 : this.#quietTurns + 1;
      if (this.#quietTurns > concurrency) {
        this.#quietTurns = 0;
        const [next] = [...this.alarms].toSorted((left, right) => left.atMs - right.atMs);
        if (next === undefined) return;
        this.alarms.delete(next);
        this.#now = Math.max(this.#now, next.atMs);
        next.ring();
      }
      this.#turn();
    });
  }

  pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.setAlarm(ms, resolve));
  }
}

let database: TestDatabase;
let emulator: Emulator;
let baseUrl = '';
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  await (await openPostgresStore({ url: database.url, scope: 'a/b' })).close();
  emulator = await startEmulator({ world: quickstartWorld });
  baseUrl = (await emulator.listen()).url;
});

/** Processes with a store and a clock in common; each sends as many requests as it may. */
function openFleet() {
  made += 1;
  const scope = `northwind/${made}`;
  const timer = new SharedTimer();
  const rigs: Rig[] = [];
  let renewing = 0;
  timer.isBusy = () => renewing > 0 || rigs.some((rig) => rig.requestCount() > rig.observed.length);
  const join = async ({ isInteractive = false } = {}) => {
    const opened = await openPostgresLeases({ url: database.url, scope });
    if (opened === null) throw new Error('there are no leases');
    let isDead = false;
    const leases: Leases = {
      endLease: opened.endLease,
      renewLease: async (asked) => {
        if (isDead) return new Promise(() => undefined);
        renewing += 1;
        try {
          return await opened.renewLease(asked);
        } finally {
          renewing -= 1;
        }
      },
    };
    const said: string[] = [];
    const giveUp = ({ message }: Error) => void said.push(message);
    const lease = await openLease(leases, { most, isInteractive, timer, giveUp });
    const rig = openForTest({
      baseUrl,
      credentials: emulator.credentials,
      timer,
      limits: { concurrency, requestsPerSecond: most, requestTimeoutMs: 20_000 },
    });
    rigs.push(rig);
    lease.attach(rig);
    let isSending = true;
    const send = async () => {
      while (isSending) await rig.reader.readAccount('northwind-8812');
    };
    const sending = Array.from({ length: concurrency }, send);
    const stop = async () => {
      isSending = false;
      await Promise.all(sending);
    };
    // A test that fails must not send for ever.
    onTestFinished(() => {
      isSending = false;
    });
    const leave = async () => {
      await stop();
      await lease.close();
      await opened.close();
    };
    /** Sends nothing any more, and renews no lease, as a process that was killed. */
    const die = async () => {
      isDead = true;
      await stop();
      // Time of the server: all were silent for longer than a lease lasts, and the living renew theirs.
      await database.run('UPDATE cyclectl.leases SET heard = heard - 6001 WHERE scope = $1', [
        scope,
      ]);
      onTestFinished(() => opened.close());
    };
    return { rig, lease, said, leave, die };
  };
  /** Requests per second of all processes, in this time. */
  const measure = async (ms: number) => {
    const before = rigs.map((rig) => rig.requestCount());
    const fromMs = timer.nowMs();
    await timer.pass(ms);
    const counts = rigs.map((rig, at) => rig.requestCount() - (before[at] ?? 0));
    return counts.map((count) => (count * 1000) / (timer.nowMs() - fromMs));
  };
  return { timer, join, measure };
}

function sum(rates: readonly number[]): number {
  return rates.reduce((all, rate) => all + rate, 0);
}

describe('processes with one store', () => {
  it('together send no more than the service allows, and the share of a dead one returns', async () => {
    const { timer, join, measure } = openFleet();
    const first = await join();
    const [alone = 0] = await measure(4_000);
    expect(alone).toBeGreaterThan(most * 0.8);
    const second = await join();
    const person = await join({ isInteractive: true });
    await timer.pass(4_000);
    const shared = await measure(10_000);
    expect(sum(shared)).toBeLessThanOrEqual(most * 1.02);
    expect(sum(shared)).toBeGreaterThan(most * 0.85);
    for (const rate of shared) expect(rate).toBeGreaterThan(most / 5);
    expect(shared[2]).toBeGreaterThan(shared[0] ?? 0);
    await person.leave();
    await second.die();
    await timer.pass(4_000);
    const [left = 0] = await measure(4_000);
    expect(left).toBeGreaterThan(most * 0.8);
    expect(first.lease.grant().isAlone).toBe(true);
    await first.leave();
  });

  it('all slow down after a refusal of one', async () => {
    const { timer, join } = openFleet();
    const [one, other] = [await join(), await join()];
    await timer.pass(6_000);
    const before = other.lease.grant().perSecond;
    emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/accounts/**', nth: 1, do: 'status', status: 429 },
    ]);
    await timer.pass(6_000);
    for (const { lease } of [one, other])
      expect(lease.grant().perSecond).toBeCloseTo(before * 0.85, 1);
    for (const each of [one, other]) await each.leave();
  });

  it('keep their last share while the database is away, which each reports once', async () => {
    const { timer, join, measure } = openFleet();
    const [one, other] = [await join(), await join()];
    await timer.pass(6_000);
    await database.run('ALTER TABLE cyclectl.leases RENAME TO away');
    await timer.pass(4_000);
    const rates = await measure(10_000);
    for (const rate of rates) expect(rate).toBeLessThanOrEqual(most * 0.45 * 1.05);
    expect(sum(rates)).toBeGreaterThan(most * 0.7);
    expect([one.said, other.said].map(({ length }) => length)).toEqual([1, 1]);
    await database.run('ALTER TABLE cyclectl.away RENAME TO leases');
    for (const each of [one, other]) await each.leave();
  });
});
