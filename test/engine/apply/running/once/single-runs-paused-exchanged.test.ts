import { describe, expect, it } from 'vitest';
import { expectAsked, openPaused, writeState } from '../../../../worlds/cases/paused-runs.ts';
import {
  listCycles,
  nameTemplate,
  openReplacing,
  replaced,
} from '../../../../worlds/cases/replace.ts';
import {
  askOnce,
  codesOf,
  countRequests,
  countStarts,
  die,
  expectAtRest,
  openWaiting,
  past,
} from '../../../../worlds/cases/single-runs.ts';
import { applyAll, listLeft } from '../../../../worlds/quickstart.ts';

// Git pauses a cycle that waits for its single run and replaces it, and takes the pause back.

const { after } = replaced;

describe('a single run of a cycle that Git has paused and replaced', () => {
  it('is asked of the new one, where the earlier one was stopped before its time', async () => {
    const place = await openPaused();
    place.emulator.control.advance('1h');
    nameTemplate(place, after);
    writeState(place, 'active');
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toEqual([]);
    expect(countStarts(place, since)).toBe(1);
    place.emulator.control.advance('1m');
    await expectAtRest(place, [`${after} Paused`]);
  });

  it('is asked of the new one before its time, when the earlier one is gone', async () => {
    const place = await openWaiting();
    nameTemplate(place, after);
    writeState(place, 'paused');
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${after} Paused`]);
    writeState(place, 'active');
    await applyAll(place);
    await expectAtRest(place, [`${after} Active`]);
  });

  it('is left to a person, where the earlier one was stopped when it was due and is gone', async () => {
    const place = await openWaiting();
    place.emulator.control.advance('570s');
    nameTemplate(place, after);
    writeState(place, 'paused');
    await applyAll(place);
    expect(listCycles(place)).toEqual([`${after} Paused`]);
    place.emulator.control.advance('5m');
    await expectAsked(place, [`${after} Paused`]);
  });

  it('counts as had, where the earlier one has had it', async () => {
    const place = await openWaiting();
    place.emulator.control.advance('20m');
    nameTemplate(place, after);
    writeState(place, 'paused');
    await applyAll(place);
    const since = countRequests(place);
    writeState(place, 'active');
    await applyAll(place);
    await expectAtRest(place, [`${after} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('is asked of the new one that was made at rest and never started', async () => {
    const place = await openReplacing();
    nameTemplate(place, after);
    askOnce(place, past);
    writeState(place, 'paused');
    await die(place, 'writer installTemplate');
    await applyAll(place);
    const since = countRequests(place);
    writeState(place, 'active');
    expect(codesOf(await applyAll(place))).toEqual([]);
    expect(countStarts(place, since)).toBe(1);
    place.emulator.control.advance('1m');
    expect(listLeft(await place.plan())).toEqual([]);
  });
});
