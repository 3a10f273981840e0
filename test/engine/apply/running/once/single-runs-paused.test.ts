import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../../../src/emulator/world/choices.ts';
import {
  expectAsked,
  expectStarted,
  openPaused,
  writeState,
} from '../../../../worlds/cases/paused-runs.ts';
import {
  listCycles,
  openReplacing,
  replaced,
  startInConsole,
} from '../../../../worlds/cases/replace.ts';
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
  soon,
} from '../../../../worlds/cases/single-runs.ts';
import { applyAll, editManifest } from '../../../../worlds/quickstart.ts';

// Git pauses a cycle that waits for its single run, and takes that back: it has it one time all the same, or a person
// says what became of it.

const { account, before } = replaced;
const shown: readonly Partial<Choices>[] = [
  { scheduleReadable: 'no' },
  { scheduleReadable: 'yes' },
];

describe.each(shown)('a single run of a cycle that Git has paused, where %o', (choices) => {
  it('is asked for again before its time', async () => {
    const place = await openPaused(choices);
    const since = countRequests(place);
    await expectStarted(place, since);
  });

  it('is asked for late where the cycle was seen at rest before its time', async () => {
    const place = await openPaused(choices);
    place.emulator.control.advance('1h');
    await applyAll(place);
    await expectStarted(place, countRequests(place));
  });

  it('is asked for where it never was before', async () => {
    for (const later of ['0s', '1h']) {
      const place = await openReplacing({ choices });
      writeState(place, 'paused');
      askOnce(place, soon);
      await applyAll(place);
      await applyAll(place);
      place.emulator.control.advance(later);
      await expectStarted(place, countRequests(place));
      await place.close();
    }
  });

  it('counts as had where the cycle was paused after it', async () => {
    const place = await openWaiting({ choices });
    place.emulator.control.advance('20m');
    const since = countRequests(place);
    for (const state of ['paused', 'active'] as const) {
      writeState(place, state);
      await applyAll(place);
      await expectAtRest(place, [`${before} Paused`]);
    }
    expect(countStarts(place, since)).toBe(0);
  });

  it('is left to a person where the cycle was stopped when it was due', async () => {
    const place = await openWaiting({ choices });
    place.emulator.control.advance('570s');
    writeState(place, 'paused');
    await applyAll(place);
    place.emulator.control.advance('5m');
    await applyAll(place);
    await expectAsked(place, [`${before} Paused`]);
  });

  it('is left to a person where the apply died before anybody saw the cycle at rest', async () => {
    const place = await openWaiting({ choices });
    writeState(place, 'paused');
    await die(place, 'writer deactivateCycle');
    place.emulator.control.advance('1h');
    await applyAll(place);
    await expectAsked(place, [`${before} Paused`]);
  });

  it('is asked for before its time, though the apply that stopped its cycle died', async () => {
    for (const effect of ['writer deactivateCycle', 'store update']) {
      const place = await openWaiting({ choices });
      writeState(place, 'paused');
      await die(place, effect);
      await applyAll(place);
      await expectStarted(place, countRequests(place));
      await place.close();
    }
  });

  it('is waited for on, where the stop was refused and Git takes it back', async () => {
    const place = await openWaiting({ choices });
    writeState(place, 'paused');
    const since = countRequests(place);
    const stop = { method: 'PUT', path: '/v1.0/cycles/*/deactivate' } as const;
    place.emulator.control.plantFaults([{ ...stop, nth: 1, do: 'status', status: 400 }]);
    expect(codesOf(await applyAll(place))).toEqual(['request-failed']);
    writeState(place, 'active');
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
    place.emulator.control.advance('20m');
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('is asked for again where its start was refused or died on the way', async () => {
    const place = await openPaused(choices);
    writeState(place, 'active');
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'status', status: 400 }]);
    expect(codesOf(await applyAll(place))).toEqual(['request-failed']);
    place.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(place))).not.toEqual([]);
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
  });

  it('is left to a person where its late start died on the way', async () => {
    const place = await openPaused(choices);
    place.emulator.control.advance('1h');
    writeState(place, 'active');
    const since = countRequests(place);
    await die(place, 'writer activateCycle');
    place.emulator.control.advance('1m');
    expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
    expect(countStarts(place, since)).toBe(1);
    await expectManualAction(place, since);
  });

  it('is asked for before its time and of a person after it, where the store was lost meanwhile', async () => {
    const early = await openPaused(choices);
    early.loseStore();
    await applyAll(early);
    await expectStarted(early, countRequests(early));
    await early.close();
    const late = await openWaiting({ choices });
    late.emulator.control.advance('20m');
    writeState(late, 'paused');
    late.loseStore();
    await applyAll(late);
    await expectAsked(late, [`${before} Paused`]);
  });

  it('that a hand has given back meanwhile is not asked for again, when a look has seen the cycle wait', async () => {
    const place = await openPaused(choices);
    await startInConsole(place, before, { RunOnce: true, StartTime: soon });
    writeState(place, 'active');
    editManifest(place, account, edit);
    await die(place, 'store update');
    expect(listCycles(place)).toEqual([`${before} Active`]);
    place.emulator.control.advance('20m');
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toEqual([]);
    await expectAtRest(place, [`${before} Paused`]);
    expect(countStarts(place, since)).toBe(0);
  });

  it('that an edit had stopped before Git paused its cycle is asked for again, late too', async () => {
    for (const later of ['0s', '1h']) {
      const place = await openWaiting({ choices });
      editManifest(place, account, edit);
      await die(place, 'writer writeVariables');
      place.emulator.control.advance(later);
      writeState(place, 'paused');
      await applyAll(place);
      await expectStarted(place, countRequests(place));
      await place.close();
    }
  });

  it('that an edit may have stopped too late is left to a person, though Git has paused its cycle since', async () => {
    const place = await openWaiting({ choices });
    editManifest(place, account, edit);
    await die(place, 'writer deactivateCycle');
    place.emulator.control.advance('1h');
    writeState(place, 'paused');
    await applyAll(place);
    await expectAsked(place, [`${before} Paused`]);
  });
});

it('A stop for good that takes until the time of the single run leaves that to a person', async () => {
  const place = await openWaiting();
  writeState(place, 'paused');
  await applyWhile(place, 'deactivateCycle', { after: '590s' });
  place.emulator.control.advance('5m');
  await applyAll(place);
  await expectAsked(place, [`${before} Paused`]);
});
