import { describe, expect, it } from 'vitest';
import {
  listCycles,
  listCycleWrites,
  nameTemplate,
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

// `once` is an event: had by one of the two cycles of an exchange one time, or a person says what became of it.

const { account, address, before, after } = replaced;

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
    await expectManualAction(place, since);
    expect(listCycles(place)).toEqual([`${after} Paused`, `${before} Paused`]);
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
    expect(listCycles(place)).toEqual([`${after} Paused`, `${before} Paused`]);
    await expectManualAction(place, since);
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
    expect(listCycles(place)).toEqual([`${after} Active`, `${before} Paused`]);
    place.emulator.control.advance('5s');
    await startInConsole(place, before);
    const since = countRequests(place);
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${after} Paused`]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that nobody saw the new one have is left to a person, and the earlier one as a hand has started it', async () => {
    const place = await openReplacing();
    nameTemplate(place, after);
    askOnce(place, past);
    await die(place, 'writer activateCycle');
    place.emulator.control.advance('5s');
    await startInConsole(place, before);
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toEqual(['single-run-unknown']);
    expect(listCycles(place)).toEqual([`${after} Paused`, `${before} Active`]);
    await expectManualAction(place, since);
    await settleHad(place, address);
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${after} Paused`]);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that was given back to the earlier one in the console is not asked for again, when a read has seen that one wait', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    const refused = { do: 'status', status: 400 } as const;
    place.emulator.control.plantFaults([1, 2].map((nth) => ({ ...activation, ...refused, nth })));
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${after} Paused`, `${before} Paused`]);
    await startInConsole(place, before, { RunOnce: true, StartTime: soon });
    editManifest(place, account, edit);
    place.emulator.control.plantFaults([
      { method: 'PATCH', path: '/v1.0/cycles/*/variables', ...refused },
    ]);
    expect(codesOf(await applyAll(place))).toEqual(['request-failed']);
    place.emulator.control.plantFaults([]);
    place.emulator.control.advance('20m');
    const since = countRequests(place);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that is due is left to the earlier one', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    const since = countRequests(place);
    const codes = codesOf(await applyWhile(place, 'updateCycle', { after: '570s' }));
    expect(codes).toContain('single-run-due');
    expect(listCycleWrites(place, since)).not.toContain('PUT deactivate');
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
    expect(listCycles(place)).toEqual([`${after} Paused`, `${before} Active`]);
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
    await expectManualAction(place, since);
    await settleHad(place, address);
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });
});
