import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { listTogether } from '../../../faults/list-together.ts';
import {
  listCycles,
  listCycleWrites,
  nameTemplate,
  openReplacing,
  replaced,
  startInConsole,
} from '../../../worlds/cases/replace.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { makeSession } from '../../../worlds/make-session.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

describe('a cutover', () => {
  it('that the new one is refused in starts the replaced one again as it was, and the next apply continues', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
    ]);
    const outcomes = await applyAll(fixture);
    expect(outcomes.every(isSuccess)).toBe(false);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Active`]);
    expect((await fixture.store.readState(replaced.account)).pauses.size).toBe(0);
    const earlier = readLive(fixture, replaced.account).cycles.find(
      ({ status }) => status === 'Active',
    );
    expect(earlier?.activation?.intervalMinutes).toBe(15);
    const { notices } = await planOne(fixture, replaced.account);
    const making = { address: `${replaced.address}~1`, successor: replaced.address };
    expect(notices).toMatchObject([{ kind: 'makes-way', ...making, isRunning: true }]);
    expect(await fixture.drift()).toMatchObject([{ kind: 'read', items: [] }]);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(fixture.emulator.requests())).toEqual([]);
  });

  it('that the new one is refused in starts the replaced one again as Git says, if its own schedule is unknown', async () => {
    const fixture = await openReplacing({ choices: { scheduleReadable: 'no' } });
    fixture.loseStore();
    await applyAll(fixture);
    nameTemplate(fixture, replaced.after);
    editManifest(fixture, replaced.account, { from: 'every: 15m', to: 'every: 1d' });
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
    ]);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Active`]);
    const { objects } = await fixture.store.readState(replaced.account);
    expect(objects.get(`${replaced.address}~1` as Address)?.run?.schedule).toMatchObject({
      every: '1d',
    });
  });

  it('with both starts refused reports both, and that the replaced one is stopped', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', do: 'status', status: 400 },
    ]);
    const reported = listReported(await applyAll(fixture));
    fixture.emulator.control.plantFaults([]);
    const earlier = `${replaced.address}~1`;
    expect(reported.map(({ code, address }) => [code, address])).toEqual([
      ['request-failed', replaced.address],
      ['request-failed', earlier],
      ['left-paused', earlier],
    ]);
    expect(reported[1]?.summary).toBe(`${earlier}: starts it again failed`);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
  });

  it('whose start was lost sends it once more, and starts nothing else meanwhile', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const path = '/v1.0/cycles/*/activate';
    fixture.emulator.control.plantFaults([{ method: 'PUT', path, nth: 1, do: 'drop-before' }]);
    const outcomes = await applyAll(fixture);
    expect(outcomes.every(isSuccess)).toBe(true);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
  });

  it('whose start has no known end leaves the replaced one stopped and says so, and the next apply continues', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const lost = { method: 'PUT', path: '/v1.0/cycles/*/activate', do: 'drop-before' } as const;
    fixture.emulator.control.plantFaults([1, 2].map((nth) => ({ ...lost, nth })));
    const outcomes = await applyAll(fixture);
    fixture.emulator.control.plantFaults([]);
    const reported = listReported(outcomes);
    expect(reported).toContainEqual(
      expect.objectContaining({ code: 'left-paused', address: `${replaced.address}~1` }),
    );
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Paused`]);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(fixture.emulator.requests())).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('whose start was answered with success and does not show sends it once more', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const path = '/v1.0/cycles/*/activate';
    fixture.emulator.control.plantFaults([{ method: 'PUT', path, nth: 1, do: 'ignore' }]);
    expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
  });

  it('whose start never shows starts nothing else: it may show when the apply has ended', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const unseen = { method: 'PUT', path: '/v1.0/cycles/*/activate', do: 'ignore' } as const;
    fixture.emulator.control.plantFaults([1, 2].map((nth) => ({ ...unseen, nth })));
    const reported = listReported(await applyAll(fixture)).map(({ code }) => code);
    fixture.emulator.control.plantFaults([]);
    expect(reported).toEqual(expect.arrayContaining(['kept-another-value', 'left-paused']));
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Paused`]);
    await startInConsole(fixture, replaced.after);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(listTogether(fixture.emulator.requests())).toEqual([]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('that is refused leaves a cycle paused that was stopped because its state was unknown', async () => {
    const fixture = await openReplacing();
    const [cycle] = readLive(fixture, replaced.account).cycles;
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${cycle?.id}/deactivate`,
      account: quickstartIds.northwind,
      body: {},
    });
    const write = { address: replaced.address as Address, operation: 'lost', does: 'starts it' };
    const openWrites = [{ ...write, begunAt: '2026-12-01T05:00:00Z' }];
    await fixture.store.update({ account: replaced.account, openWrites });
    nameTemplate(fixture, replaced.after);
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
    ]);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Paused`]);
    expect((await fixture.store.readState(replaced.account)).pauses.size).toBe(0);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
  });

  it('is not started while the new one lacks what it needs: the replaced one runs on', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const since = fixture.emulator.requests().length;
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/steps/*/fieldmappings/*', every: 1, do: 'ignore' },
    ]);
    const outcomes = await applyAll(fixture);
    fixture.emulator.control.plantFaults([]);
    expect(outcomes.every(isSuccess)).toBe(false);
    expect(
      listCycleWrites(fixture, since).filter((action) => /activate|DELETE/.test(action)),
    ).toEqual([]);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
  });

  it('gives up without a change when what runs takes too long', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const [cycle] = readLive(fixture, replaced.account).cycles;
    fixture.emulator.control.plantTransactions({
      cycle: cycle?.id ?? '',
      count: 2,
      lastsMs: 3_600_000,
    });
    const outcomes = await applyAll(fixture);
    expect(listReported(outcomes).map(({ code }) => code)).toEqual(['drain-timeout']);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Active`]);
    fixture.emulator.control.advance('1h');
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
  });

  it('starts the replaced one no more where the new one was started outside Git meanwhile', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const [cycle] = readLive(fixture, replaced.account).cycles;
    const id = cycle?.id ?? '';
    fixture.emulator.control.plantTransactions({ cycle: id, count: 1, lastsMs: 3_600_000 });
    const beforeWait = async () => {
      const made = readLive(fixture, replaced.account).cycles.find((each) => each.id !== id);
      if (made?.status !== 'Paused') return;
      await startInConsole(fixture, replaced.after);
    };
    await applyAll(fixture, { beforeWait });
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`, `${replaced.before} Paused`]);
    expect(listTogether(fixture.emulator.requests())).toEqual([]);
    fixture.emulator.control.advance('1h');
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Active`]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('is closed when it is stopped, after any request', async () => {
    for (const last of ['install', 'deactivate', 'activate']) {
      const fixture = await openReplacing();
      nameTemplate(fixture, replaced.after);
      const since = fixture.emulator.requests().length;
      const planned = await fixture.plan();
      const isStopping = () =>
        fixture.emulator
          .requests()
          .slice(since)
          .some(({ path }) => path.endsWith(`/${last}`));
      await applyAll(fixture, { planned, isStopping });
      const running = listCycles(fixture).filter((each) => each.endsWith('Active'));
      expect(running, last).toHaveLength(1);
      await applyAll(fixture);
      expect(listCycles(fixture), last).toEqual([`${replaced.after} Active`]);
      expect(listTogether(fixture.emulator.requests()), last).toEqual([]);
      await fixture.close();
    }
  });

  it('is left to the run that has taken its lock: nothing is started by the one that lost it', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, replaced.after);
    const since = fixture.emulator.requests().length;
    let isTaken = false;
    const [cycle] = readLive(fixture, replaced.account).cycles;
    fixture.emulator.control.plantTransactions({
      cycle: cycle?.id ?? '',
      count: 1,
      lastsMs: 60_000,
    });
    // While the earlier one is drained.
    const beforeWait = async () => {
      if (isTaken) return;
      isTaken = true;
      const [lock] = await fixture.store.listLocks();
      const { holder } = makeSession();
      await fixture.store.acquireLock(
        replaced.account,
        { ...holder, id: 'other' },
        lock?.fence ?? 0,
      );
    };
    await applyAll(fixture, { beforeWait });
    expect(isTaken).toBe(true);
    const actions = listCycleWrites(fixture, since);
    expect(actions.slice(actions.indexOf('PUT deactivate'))).toEqual(['PUT deactivate']);
  });
});
