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

describe('a single run in a cutover', () => {
  it('that the replaced one has done since the new one was created is not requested again, also when that is gone', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    await die(fixture, 'writer writeMapping');
    fixture.emulator.control.advance('20m');
    const since = countRequests(fixture);
    await applyAll(fixture);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is recorded as done before the replaced one is deleted', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    await die(fixture, 'writer writeMapping');
    fixture.emulator.control.advance('20m');
    const since = countRequests(fixture);
    await die(fixture, 'writer deleteCycle');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('whose start was lost when its time had come is not requested twice', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, after);
    askOnce(fixture, past);
    const since = countRequests(fixture);
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-after' }]);
    const codes = codesOf(await applyWhile(fixture, 'activateCycle', { after: '5s' }));
    expect(codes).toEqual(expect.arrayContaining(['single-run-unknown', 'left-paused']));
    expect(countStarts(fixture, since)).toBe(1);
    await expectManualAction(fixture, since);
    expect(listCycles(fixture)).toEqual([`${after} Paused`, `${before} Paused`]);
    await settleHad(fixture, address);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(1);
  });

  it('that the new one may have had is not asked of it again, whatever the replaced one waits for', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    editManifest(fixture, account, { from: soon, to: past });
    const since = countRequests(fixture);
    await die(fixture, 'writer activateCycle');
    fixture.emulator.control.advance('5s');
    expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
    expect(listCycles(fixture)).toEqual([`${after} Paused`, `${before} Paused`]);
    await expectManualAction(fixture, since);
    await settleHad(fixture, address);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(1);
  });

  it('that the new one was observed to have is not requested again after a user started the replaced one', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, after);
    askOnce(fixture, past);
    await die(fixture, 'writer activateCycle');
    const refused = {
      method: 'DELETE',
      path: '/v1.0/cycles/*',
      do: 'status',
      status: 400,
    } as const;
    fixture.emulator.control.plantFaults([{ ...refused, nth: 1 }]);
    expect(codesOf(await applyAll(fixture))).toEqual(['request-failed']);
    expect(listCycles(fixture)).toEqual([`${after} Active`, `${before} Paused`]);
    fixture.emulator.control.advance('5s');
    await startInConsole(fixture, before);
    const since = countRequests(fixture);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${after} Paused`]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('that was not observed on the new one needs manual action, and the replaced one stays as a user started it', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, after);
    askOnce(fixture, past);
    await die(fixture, 'writer activateCycle');
    fixture.emulator.control.advance('5s');
    await startInConsole(fixture, before);
    const since = countRequests(fixture);
    expect(codesOf(await applyAll(fixture))).toEqual(['single-run-unknown']);
    expect(listCycles(fixture)).toEqual([`${after} Paused`, `${before} Active`]);
    await expectManualAction(fixture, since);
    await settleHad(fixture, address);
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${after} Paused`]);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('that was given back to the replaced one in the console is not requested again after a read observed it waiting', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    const refused = { do: 'status', status: 400 } as const;
    fixture.emulator.control.plantFaults([1, 2].map((nth) => ({ ...activation, ...refused, nth })));
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${after} Paused`, `${before} Paused`]);
    await startInConsole(fixture, before, { RunOnce: true, StartTime: soon });
    editManifest(fixture, account, edit);
    fixture.emulator.control.plantFaults([
      { method: 'PATCH', path: '/v1.0/cycles/*/variables', ...refused },
    ]);
    expect(codesOf(await applyAll(fixture))).toEqual(['request-failed']);
    fixture.emulator.control.plantFaults([]);
    fixture.emulator.control.advance('20m');
    const since = countRequests(fixture);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('that is due is left to the replaced one', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    const since = countRequests(fixture);
    const codes = codesOf(await applyWhile(fixture, 'updateCycle', { after: '570s' }));
    expect(codes).toContain('single-run-due');
    expect(listCycleWrites(fixture, since)).not.toContain('PUT deactivate');
    fixture.emulator.control.advance('5m');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('goes back to the replaced one that was stopped before its time, where the new one is refused', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'status', status: 400 }]);
    await applyWhile(fixture, 'activateCycle', { before: '11m' });
    expect(listCycles(fixture)).toEqual([`${after} Paused`, `${before} Active`]);
    fixture.emulator.control.advance('1m');
    const since = countRequests(fixture);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is not asked of the replaced one again where that was stopped too late to know', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    const since = countRequests(fixture);
    const codes = codesOf(await applyWhile(fixture, 'deactivateCycle', { before: '590s' }));
    expect(codes).toEqual(expect.arrayContaining(['single-run-unknown', 'left-paused']));
    expect(countStarts(fixture, since)).toBe(0);
    await expectManualAction(fixture, since);
    await settleHad(fixture, address);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });
});
