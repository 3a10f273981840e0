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
  it('is asked of the new one, where the replaced one was stopped before its time', async () => {
    const fixture = await openPaused();
    fixture.emulator.control.advance('1h');
    nameTemplate(fixture, after);
    writeState(fixture, 'active');
    const since = countRequests(fixture);
    expect(codesOf(await applyAll(fixture))).toEqual([]);
    expect(countStarts(fixture, since)).toBe(1);
    fixture.emulator.control.advance('1m');
    await expectAtRest(fixture, [`${after} Paused`]);
  });

  it('is asked of the new one before its time, when the replaced one is gone', async () => {
    const fixture = await openWaiting();
    nameTemplate(fixture, after);
    writeState(fixture, 'paused');
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${after} Paused`]);
    writeState(fixture, 'active');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Active`]);
  });

  it('is left to a person, where the replaced one was stopped when it was due and is gone', async () => {
    const fixture = await openWaiting();
    fixture.emulator.control.advance('570s');
    nameTemplate(fixture, after);
    writeState(fixture, 'paused');
    await applyAll(fixture);
    expect(listCycles(fixture)).toEqual([`${after} Paused`]);
    fixture.emulator.control.advance('5m');
    await expectAsked(fixture, [`${after} Paused`]);
  });

  it('counts as done if the replaced one has done it', async () => {
    const fixture = await openWaiting();
    fixture.emulator.control.advance('20m');
    nameTemplate(fixture, after);
    writeState(fixture, 'paused');
    await applyAll(fixture);
    const since = countRequests(fixture);
    writeState(fixture, 'active');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${after} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is asked of the new one that was made at rest and never started', async () => {
    const fixture = await openReplacing();
    nameTemplate(fixture, after);
    askOnce(fixture, past);
    writeState(fixture, 'paused');
    await die(fixture, 'writer installTemplate');
    await applyAll(fixture);
    const since = countRequests(fixture);
    writeState(fixture, 'active');
    expect(codesOf(await applyAll(fixture))).toEqual([]);
    expect(countStarts(fixture, since)).toBe(1);
    fixture.emulator.control.advance('1m');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});
