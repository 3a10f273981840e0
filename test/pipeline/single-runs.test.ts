import { describe, expect, it } from 'vitest';
import { consoleRequest } from '../worlds/console-request.ts';
import { applyAll, editManifest, listLeft, quickstartIds, readLive } from '../worlds/quickstart.ts';
import {
  listDeeds,
  listThere,
  nameTemplate,
  openReplacing,
  replaced,
  startByHand,
} from '../worlds/replace.ts';
import { settleHad } from '../worlds/settle-had.ts';
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
  expectLeftToPerson,
  openWaiting,
  past,
  soon,
} from '../worlds/single-runs.ts';

// `once` is an event: it is had one time, or a person says what became of it.

const { account, address, before, after } = replaced;

describe('a single run', () => {
  it('whose start was lost when its time had come is not asked for again, until a person has looked', async () => {
    const place = await openReplacing();
    askOnce(place, past);
    const since = countRequests(place);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-after' }]);
    const codes = codesOf(await applyWhile(place, 'activateCycle', { after: '5s' }));
    expect(codes).toContain('single-run-unknown');
    expect(countStarts(place, since)).toBe(1);
    await expectLeftToPerson(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(1);
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
    await expectLeftToPerson(place, since);
  });

  it('that a hand has started since is known to be had', async () => {
    const place = await openReplacing();
    askOnce(place, past);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    const [cycle] = readLive(place, account).cycles;
    await consoleRequest(place.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${cycle?.id}/activate`,
      account: quickstartIds.northwind,
      body: { RunOnce: true, StartTime: soon },
    });
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
    expect(listDeeds(place, since)).toEqual([]);
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
    await expectLeftToPerson(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });
});

describe('in an exchange a single run', () => {
  it('that the earlier one has had since the new one was made is not asked for again, also when that is gone', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    await die(place, 'writer writeMapping');
    place.emulator.control.advance('20m');
    const since = countRequests(place);
    await applyAll(place);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('is noted as had before the earlier one goes', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    await die(place, 'writer writeMapping');
    place.emulator.control.advance('20m');
    const since = countRequests(place);
    await die(place, 'writer deleteCycle');
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('whose start was lost when its time had come is not asked for twice', async () => {
    const place = await openReplacing();
    nameTemplate(place, after);
    askOnce(place, past);
    const since = countRequests(place);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-after' }]);
    const codes = codesOf(await applyWhile(place, 'activateCycle', { after: '5s' }));
    expect(codes).toEqual(expect.arrayContaining(['single-run-unknown', 'left-paused']));
    expect(countStarts(place, since)).toBe(1);
    await expectLeftToPerson(place, since);
    expect(listThere(place)).toEqual([`${after} Paused`, `${before} Paused`]);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(1);
  });

  it('that the new one may have had is not asked of it again, whatever the earlier one waits for', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    editManifest(place, account, { from: soon, to: past });
    const since = countRequests(place);
    await die(place, 'writer activateCycle');
    place.emulator.control.advance('5s');
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    expect(listThere(place)).toEqual([`${after} Paused`, `${before} Paused`]);
    await expectLeftToPerson(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(1);
  });

  it('that the new one was seen to have is not asked of it again where a hand has started the earlier one since', async () => {
    const place = await openReplacing();
    nameTemplate(place, after);
    askOnce(place, past);
    await die(place, 'writer activateCycle');
    const refused = {
      method: 'DELETE',
      path: '/v1.0/cycles/*',
      do: 'status',
      status: 400,
    } as const;
    place.emulator.control.plantFaults([{ ...refused, nth: 1 }]);
    expect(codesOf(await applyAll(place))).toEqual(['request-failed']);
    expect(listThere(place)).toEqual([`${after} Active`, `${before} Paused`]);
    place.emulator.control.advance('5s');
    await startByHand(place, before);
    const since = countRequests(place);
    await applyAll(place);
    expect(listThere(place)).toEqual([`${after} Paused`]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that nobody saw the new one have is left to a person, and the earlier one as a hand has started it', async () => {
    const place = await openReplacing();
    nameTemplate(place, after);
    askOnce(place, past);
    await die(place, 'writer activateCycle');
    place.emulator.control.advance('5s');
    await startByHand(place, before);
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toEqual(['single-run-unknown']);
    expect(listThere(place)).toEqual([`${after} Paused`, `${before} Active`]);
    await expectLeftToPerson(place, since);
    await settleHad(place, address);
    await applyAll(place);
    expect(listThere(place)).toEqual([`${after} Paused`]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that is due is left to the earlier one', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    const since = countRequests(place);
    const codes = codesOf(await applyWhile(place, 'updateCycle', { after: '570s' }));
    expect(codes).toContain('single-run-due');
    expect(listDeeds(place, since)).not.toContain('PUT deactivate');
    place.emulator.control.advance('5m');
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('goes back to the earlier one that was stopped before its time, where the new one is refused', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'status', status: 400 }]);
    await applyWhile(place, 'activateCycle', { before: '11m' });
    expect(listThere(place)).toEqual([`${after} Paused`, `${before} Active`]);
    place.emulator.control.advance('1m');
    const since = countRequests(place);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('is not asked of the earlier one again where that was stopped too late to know', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    const since = countRequests(place);
    const codes = codesOf(await applyWhile(place, 'deactivateCycle', { before: '590s' }));
    expect(codes).toEqual(expect.arrayContaining(['single-run-unknown', 'left-paused']));
    expect(countStarts(place, since)).toBe(0);
    await expectLeftToPerson(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });
});
