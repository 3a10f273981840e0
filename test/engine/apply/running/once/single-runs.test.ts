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
  it('whose start was lost when its time had come is not asked for again, until a person has looked', async () => {
    const place = await openReplacing();
    askOnce(place, past);
    const since = countRequests(place);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-after' }]);
    const codes = codesOf(await applyWhile(place, 'activateCycle', { after: '5s' }));
    expect(codes).toContain('single-run-unknown');
    expect(countStarts(place, since)).toBe(1);
    await expectManualAction(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(1);
  });

  it('that waits as the service shows it counts as read where nothing is remembered', async () => {
    const place = await openWaiting({ choices: { scheduleReadable: 'yes' } });
    place.loseStore();
    await applyAll(place);
    const { objects } = await place.store.readState(account);
    expect(objects.get(address as Address)?.applied).toMatchObject({
      schedule: { origin: 'read' },
    });
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('whose cycle rests again counts as assumed after a lost store, at every look', async () => {
    const place = await openWaiting({ choices: { scheduleReadable: 'yes' } });
    place.emulator.control.advance('20m');
    place.loseStore();
    await applyAll(place);
    expect(listLeft(await place.plan())).toEqual([]);
    const { objects } = await place.store.readState(account);
    expect(objects.get(address as Address)?.applied).toMatchObject({
      schedule: { origin: 'assumed' },
    });
  });

  it('at another moment is asked for, whatever became of the one before', async () => {
    const place = await openReplacing();
    askOnce(place, past);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    askOnce(place, soon);
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
  });

  it('whose start was lost before its time is asked for again', async () => {
    for (const deed of ['drop-before', 'ignore'] as const) {
      const place = await openReplacing();
      askOnce(place, soon);
      place.emulator.control.plantFaults([{ ...activation, nth: 1, do: deed }]);
      expect(codesOf(await applyAll(place)), deed).not.toEqual([]);
      await applyAll(place);
      await expectAtRest(place, [`${before} Active`]);
      await place.close();
    }
  });

  it('that was seen to wait for its time was asked for, though the program died right after', async () => {
    const place = await openReplacing();
    askOnce(place, soon);
    await die(place, 'writer activateCycle');
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
    place.emulator.control.advance('20m');
    await expectAtRest(place, [`${before} Paused`]);
  });

  it('that nobody saw after such a death is left to a person', async () => {
    const place = await openReplacing();
    askOnce(place, soon);
    const since = countRequests(place);
    await die(place, 'writer activateCycle');
    place.emulator.control.advance('20m');
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    expect(countStarts(place, since)).toBe(1);
    await expectManualAction(place, since);
  });

  it('that a hand has started since is known to be had', async () => {
    const place = await openReplacing();
    askOnce(place, past);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    await startInConsole(place, before, { RunOnce: true, StartTime: soon });
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
    place.emulator.control.advance('20m');
    await expectAtRest(place, [`${before} Paused`]);
  });
});

describe('an edit of a cycle that waits for its single run', () => {
  it('leaves it alone when that is due, and is made when it is over', async () => {
    const place = await openWaiting();
    place.emulator.control.advance('570s');
    editManifest(place, account, edit);
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toEqual(['single-run-due']);
    expect(listCycleWrites(place, since)).toEqual([]);
    place.emulator.control.advance('5m');
    await applyAll(place);
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that died when it had stopped it before its time lets it have its run all the same, late', async () => {
    const place = await openWaiting();
    editManifest(place, account, edit);
    await die(place, 'writer writeVariables');
    place.emulator.control.advance('1h');
    const since = countRequests(place);
    await applyAll(place);
    expect(countStarts(place, since)).toBe(1);
    place.emulator.control.advance('1m');
    await expectAtRest(place, [`${before} Paused`]);
  });

  it('that died before anybody saw it at rest leaves it to a person when its time is past', async () => {
    const place = await openWaiting();
    editManifest(place, account, edit);
    await die(place, 'writer deactivateCycle');
    place.emulator.control.advance('1h');
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    await expectManualAction(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });
});
