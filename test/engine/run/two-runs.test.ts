import { expect, it } from 'vitest';
import { Heartbeat } from '../../../src/engine/run/journal/heartbeat.ts';
import type { Session } from '../../../src/engine/run/journal/lock-account.ts';
import { hasWritten, isSuccess } from '../../../src/model/plan/outcome.ts';
import { applyRoughly } from '../../faults/rough-apply.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { planOf } from '../../worlds/fixture.ts';
import { makeSession } from '../../worlds/make-session.ts';
import {
  applyAll,
  editManifest,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../../worlds/quickstart.ts';

/** Holds the nth write to the service back until it is let go. */
function makeGate(nth: number) {
  const [come, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let seen = 0;
  const tap: Tap = async (call, go) => {
    if (call.port === 'writer') seen += 1;
    if (call.port !== 'writer' || seen !== nth) return go();
    come.resolve();
    await release.promise;
    return go();
  };
  return { tap, hasCome: come.promise, letGo: () => release.resolve() };
}

const alive = () => false;

async function openHeld(nth = 3, session: Partial<Session> = {}) {
  const fixture = await openQuickstart();
  const gate = makeGate(nth);
  const first = applyRoughly(fixture, { tap: gate.tap, session });
  await gate.hasCome;
  const [lock] = await fixture.store.listLocks();
  if (lock === undefined) throw new Error('The first run holds no account.');
  return { fixture, gate, first, lock };
}

/** The heartbeats of a process that can be halted for longer than its locks are kept. */
function makeHalting() {
  const now = { monotonicMs: 0, dayMs: 0 };
  const heartbeat = new Heartbeat(
    async () => undefined,
    () => ({ ...now }),
  );
  return {
    heartbeat,
    halt: () => {
      now.dayMs += 40_000;
    },
  };
}

it('work on different accounts at once, and each account has one of them', async () => {
  const { fixture, gate, first, lock } = await openHeld();
  const second = await fixture.apply({ session: { isGone: alive } });
  const [held, ...others] = second.toSorted((left) => (left.account === lock.account ? -1 : 1));
  expect(held?.diagnostics.map(({ code }) => code)).toEqual(['lock-held']);
  expect(held !== undefined && hasWritten(held)).toBe(false);
  expect(others.every(isSuccess)).toBe(true);
  gate.letGo();
  const outcomes = (await first) ?? [];
  expect(outcomes.find(({ account }) => account === lock.account)?.diagnostics).toEqual([]);
  expect(planOf(await fixture.plan(), lock.account).operations).toEqual([]);
  expect(await fixture.store.listLocks()).toEqual([]);
});

it('wait for each other: the second finds nothing left to do, and makes nothing twice', async () => {
  const { fixture, gate, first, lock } = await openHeld();
  const planned = await fixture.plan();
  const waiting = fixture.apply({
    planned,
    session: { isGone: alive, lockTimeoutMs: Number.POSITIVE_INFINITY },
    beforeWait: async () => {
      gate.letGo();
      await new Promise((turn) => setImmediate(turn));
    },
  });
  const [outcomes, others] = [(await first) ?? [], await waiting];
  expect(outcomes.find(({ account }) => account === lock.account)?.diagnostics).toEqual([]);
  const late = others.find(({ account }) => account === lock.account);
  expect(late?.diagnostics.map(({ code }) => code)).toEqual(['plan-done']);
  expect(late?.outcomes).toEqual([]);
  expect(others.every(isSuccess)).toBe(true);
  const { accounts } = fixture.emulator.control.dump();
  for (const { cycles } of accounts) {
    const names = cycles.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

it('wait no more once they are asked to end, and then do nothing', async () => {
  const { fixture, gate, first, lock } = await openHeld();
  let isAsked = false;
  const waiting = await fixture.apply({
    session: {
      isGone: alive,
      lockTimeoutMs: Number.POSITIVE_INFINITY,
      isStopping: () => isAsked,
    },
    isStopping: () => isAsked,
    beforeWait: async () => {
      isAsked = true;
    },
  });
  const held = waiting.find(({ account }) => account === lock.account);
  expect(held?.diagnostics.map(({ code }) => code)).not.toContain('lock-held');
  expect(held !== undefined && hasWritten(held)).toBe(false);
  gate.letGo();
  expect((await first)?.every(isSuccess)).toBe(true);
});

it('write nothing more of an account once another has taken it', async () => {
  const { fixture, gate, first, lock } = await openHeld();
  const thief = makeSession().holder;
  const taken = await fixture.store.acquireLock(lock.account, thief, lock.fence);
  expect(taken).toMatchObject({ kind: 'taken' });
  gate.letGo();
  const outcome = (await first)?.find(({ account }) => account === lock.account);
  expect(outcome?.diagnostics.length).toBeGreaterThan(0);
  const said = JSON.stringify(outcome);
  expect(said).toContain('no longer holds the lock');
  const results = outcome?.outcomes.map(({ result }) => result) ?? [];
  // The write that was held back was on its way by then: no fence reaches a request. It is the last one.
  const [lost, ...after] = results.slice(results.indexOf('unknown'));
  expect(lost).toBe('unknown');
  expect(after.length).toBeGreaterThan(3);
  expect(after.filter((result) => result !== 'unknown' && result !== 'skipped')).toEqual([]);
  expect((await fixture.store.listLocks()).map(({ holder }) => holder.id)).toEqual([thief.id]);
});

it('send no write that waited while they were halted, once another has taken the account', async () => {
  const { heartbeat, halt } = makeHalting();
  const { fixture, gate, first, lock } = await openHeld(3, { heartbeat });
  await fixture.store.acquireLock(lock.account, makeSession().holder, lock.fence);
  halt();
  const before = fixture.emulator.requests().length;
  gate.letGo();
  const outcome = (await first)?.find(({ account }) => account === lock.account);
  expect(JSON.stringify(outcome)).toContain('no longer holds the lock');
  const ofAccount = lock.account === 'northwind' ? quickstartIds.northwind : quickstartIds.contoso;
  const writes = fixture.emulator
    .requests()
    .slice(before)
    .filter(({ method, account }) => method !== 'GET' && account === ofAccount);
  expect(writes).toEqual([]);
});

it('go on after a halt, if no other has taken the account', async () => {
  const { heartbeat, halt } = makeHalting();
  const { gate, first } = await openHeld(3, { heartbeat });
  halt();
  gate.letGo();
  expect((await first)?.every(isSuccess)).toBe(true);
});

it('are distinguished from a dead one: a lock without a heartbeat for half a minute is taken over', async () => {
  const { fixture, gate, lock } = await openHeld();
  const fresh = await fixture.apply({ session: { isGone: alive } });
  expect(fresh.some(({ diagnostics }) => diagnostics[0]?.code === 'lock-held')).toBe(true);
  const over = await fixture.apply({ session: { isGone: ({ id }) => id === lock.holder.id } });
  expect(over.every(isSuccess)).toBe(true);
  gate.letGo();
});

it('start no cycle again that the other has paused for an edit by then', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  const find = () =>
    readLive(fixture, 'northwind').cycles.find(({ name }) => name === 'Contacts to files');
  const path = `/v1.0/cycles/${find()?.id}/deactivate`;
  let isRobbed = false;
  const tap: Tap = async (call, go) => {
    if (call.name !== 'update' || isRobbed) return go();
    isRobbed = true;
    const [lock] = await fixture.store.listLocks();
    await fixture.store.acquireLock('northwind', makeSession().holder, lock?.fence);
    const asked = { method: 'PUT', account: quickstartIds.northwind, path, body: {} };
    await consoleRequest(fixture.emulator, asked);
    return go();
  };
  const outcomes = await applyRoughly(fixture, { tap });
  expect(isRobbed).toBe(true);
  expect(JSON.stringify(outcomes)).toContain('no longer holds the lock');
  expect(find()?.status).toBe('Paused');
});
