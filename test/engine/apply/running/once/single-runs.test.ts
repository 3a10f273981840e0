import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../../src/model/address.ts';
import {
  listCycleWrites,
  openReplacing,
  replaced,
  startInConsole,
} from '../../../../worlds/cases/replace.ts';
import { settleHad } from '../../../../worlds/cases/settle-had.ts';
import {
  activation,
  applyWhile,
  askOnce,
  codesOf,
  countRequests,
  countStarts,
  die,
  edit,
  expectAtRest,
  expectManualAction,
  openWaiting,
  past,
  soon,
} from '../../../../worlds/cases/single-runs.ts';
import { applyAll, editManifest, listLeft } from '../../../../worlds/quickstart.ts';

// `once` is an event: it is had one time, or a person says what became of it.

const { account, address, before } = replaced;

describe('a single run', () => {
  it('whose start was lost when its time had come is not requested again, until a person has looked', async () => {
    const fixture = await openReplacing();
    askOnce(fixture, past);
    const since = countRequests(fixture);
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-after' }]);
    const codes = codesOf(await applyWhile(fixture, 'activateCycle', { after: '5s' }));
    expect(codes).toContain('single-run-unknown');
    expect(countStarts(fixture, since)).toBe(1);
    await expectManualAction(fixture, since);
    await settleHad(fixture, address);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Paused`]);
    expect(countStarts(fixture, since)).toBe(1);
  });

  it('that waits in the service counts as read without state', async () => {
    const fixture = await openWaiting({ choices: { scheduleReadable: 'yes' } });
    fixture.loseStore();
    await applyAll(fixture);
    const { objects } = await fixture.store.readState(account);
    expect(objects.get(address as Address)?.applied).toMatchObject({
      schedule: { origin: 'read' },
    });
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('whose cycle rests again counts as assumed after a lost store, at every look', async () => {
    const fixture = await openWaiting({ choices: { scheduleReadable: 'yes' } });
    fixture.emulator.control.advance('20m');
    fixture.loseStore();
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
    const { objects } = await fixture.store.readState(account);
    expect(objects.get(address as Address)?.applied).toMatchObject({
      schedule: { origin: 'assumed' },
    });
  });

  it('at another moment is requested, whatever became of the one before', async () => {
    const fixture = await openReplacing();
    askOnce(fixture, past);
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
    askOnce(fixture, soon);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
  });

  it('whose start was lost before its time is requested again', async () => {
    for (const action of ['drop-before', 'ignore'] as const) {
      const fixture = await openReplacing();
      askOnce(fixture, soon);
      fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: action }]);
      expect(codesOf(await applyAll(fixture)), action).not.toEqual([]);
      await applyAll(fixture);
      await expectAtRest(fixture, [`${before} Active`]);
      await fixture.close();
    }
  });

  it('that was observed waiting was requested, even if the program died right after', async () => {
    const fixture = await openReplacing();
    askOnce(fixture, soon);
    await die(fixture, 'writer activateCycle');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
    fixture.emulator.control.advance('20m');
    await expectAtRest(fixture, [`${before} Paused`]);
  });

  it('that was not observed after such a death needs manual action', async () => {
    const fixture = await openReplacing();
    askOnce(fixture, soon);
    const since = countRequests(fixture);
    await die(fixture, 'writer activateCycle');
    fixture.emulator.control.advance('20m');
    expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
    expect(countStarts(fixture, since)).toBe(1);
    await expectManualAction(fixture, since);
  });

  it('that a user has started since counts as done', async () => {
    const fixture = await openReplacing();
    askOnce(fixture, past);
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
    await startInConsole(fixture, before, { RunOnce: true, StartTime: soon });
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
    fixture.emulator.control.advance('20m');
    await expectAtRest(fixture, [`${before} Paused`]);
  });
});

describe('an edit of a cycle that waits for its single run', () => {
  it('leaves it alone when that is due, and is made when it is over', async () => {
    const fixture = await openWaiting();
    fixture.emulator.control.advance('570s');
    editManifest(fixture, account, edit);
    const since = countRequests(fixture);
    expect(codesOf(await applyAll(fixture))).toEqual(['single-run-due']);
    expect(listCycleWrites(fixture, since)).toEqual([]);
    fixture.emulator.control.advance('5m');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('that died when it had stopped it before its time lets it have its run all the same, late', async () => {
    const fixture = await openWaiting();
    editManifest(fixture, account, edit);
    await die(fixture, 'writer writeVariables');
    fixture.emulator.control.advance('1h');
    const since = countRequests(fixture);
    await applyAll(fixture);
    expect(countStarts(fixture, since)).toBe(1);
    fixture.emulator.control.advance('1m');
    await expectAtRest(fixture, [`${before} Paused`]);
  });

  it('of an apply that died before the cycle was observed paused needs manual action after its time', async () => {
    const fixture = await openWaiting();
    editManifest(fixture, account, edit);
    await die(fixture, 'writer deactivateCycle');
    fixture.emulator.control.advance('1h');
    const since = countRequests(fixture);
    expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
    await expectManualAction(fixture, since);
    await settleHad(fixture, address);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });
});
