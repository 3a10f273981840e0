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
  it('is requested again before its time', async () => {
    const fixture = await openPaused(choices);
    const since = countRequests(fixture);
    await expectStarted(fixture, since);
  });

  it('is requested late if the cycle was observed paused before its time', async () => {
    const fixture = await openPaused(choices);
    fixture.emulator.control.advance('1h');
    await applyAll(fixture);
    await expectStarted(fixture, countRequests(fixture));
  });

  it('is requested where it never was before', async () => {
    for (const later of ['0s', '1h']) {
      const fixture = await openReplacing({ choices });
      writeState(fixture, 'paused');
      askOnce(fixture, soon);
      await applyAll(fixture);
      await applyAll(fixture);
      fixture.emulator.control.advance(later);
      await expectStarted(fixture, countRequests(fixture));
      await fixture.close();
    }
  });

  it('counts as done where the cycle was paused after it', async () => {
    const fixture = await openWaiting({ choices });
    fixture.emulator.control.advance('20m');
    const since = countRequests(fixture);
    for (const state of ['paused', 'active'] as const) {
      writeState(fixture, state);
      await applyAll(fixture);
      await expectAtRest(fixture, [`${before} Paused`]);
    }
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is left to a person where the cycle was stopped when it was due', async () => {
    const fixture = await openWaiting({ choices });
    fixture.emulator.control.advance('570s');
    writeState(fixture, 'paused');
    await applyAll(fixture);
    fixture.emulator.control.advance('5m');
    await applyAll(fixture);
    await expectAsked(fixture, [`${before} Paused`]);
  });

  it('needs manual action if the apply died before the cycle was observed paused', async () => {
    const fixture = await openWaiting({ choices });
    writeState(fixture, 'paused');
    await die(fixture, 'writer deactivateCycle');
    fixture.emulator.control.advance('1h');
    await applyAll(fixture);
    await expectAsked(fixture, [`${before} Paused`]);
  });

  it('is requested before its time, though the apply that stopped its cycle died', async () => {
    for (const effect of ['writer deactivateCycle', 'store update']) {
      const fixture = await openWaiting({ choices });
      writeState(fixture, 'paused');
      await die(fixture, effect);
      await applyAll(fixture);
      await expectStarted(fixture, countRequests(fixture));
      await fixture.close();
    }
  });

  it('is waited for on, where the stop was refused and Git takes it back', async () => {
    const fixture = await openWaiting({ choices });
    writeState(fixture, 'paused');
    const since = countRequests(fixture);
    const stop = { method: 'PUT', path: '/v1.0/cycles/*/deactivate' } as const;
    fixture.emulator.control.plantFaults([{ ...stop, nth: 1, do: 'status', status: 400 }]);
    expect(codesOf(await applyAll(fixture))).toEqual(['request-failed']);
    writeState(fixture, 'active');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
    fixture.emulator.control.advance('20m');
    await expectAtRest(fixture, [`${before} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is requested again where its start was refused or died on the way', async () => {
    const fixture = await openPaused(choices);
    writeState(fixture, 'active');
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'status', status: 400 }]);
    expect(codesOf(await applyAll(fixture))).toEqual(['request-failed']);
    fixture.emulator.control.plantFaults([{ ...activation, nth: 1, do: 'drop-before' }]);
    expect(codesOf(await applyAll(fixture))).not.toEqual([]);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
  });

  it('is left to a person where its late start died on the way', async () => {
    const fixture = await openPaused(choices);
    fixture.emulator.control.advance('1h');
    writeState(fixture, 'active');
    const since = countRequests(fixture);
    await die(fixture, 'writer activateCycle');
    fixture.emulator.control.advance('1m');
    expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
    expect(countStarts(fixture, since)).toBe(1);
    await expectManualAction(fixture, since);
  });

  it('is requested before its time, and needs manual action after it, if the store was lost meanwhile', async () => {
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

  it('that a user gave back meanwhile is not requested again after the cycle was observed waiting', async () => {
    const fixture = await openPaused(choices);
    await startInConsole(fixture, before, { RunOnce: true, StartTime: soon });
    writeState(fixture, 'active');
    editManifest(fixture, account, edit);
    await die(fixture, 'store update');
    expect(listCycles(fixture)).toEqual([`${before} Active`]);
    fixture.emulator.control.advance('20m');
    const since = countRequests(fixture);
    expect(codesOf(await applyAll(fixture))).toEqual([]);
    await expectAtRest(fixture, [`${before} Paused`]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('that an edit had stopped before Git paused its cycle is requested again, late too', async () => {
    for (const later of ['0s', '1h']) {
      const fixture = await openWaiting({ choices });
      editManifest(fixture, account, edit);
      await die(fixture, 'writer writeVariables');
      fixture.emulator.control.advance(later);
      writeState(fixture, 'paused');
      await applyAll(fixture);
      await expectStarted(fixture, countRequests(fixture));
      await fixture.close();
    }
  });

  it('that an edit may have stopped too late is left to a person, though Git has paused its cycle since', async () => {
    const fixture = await openWaiting({ choices });
    editManifest(fixture, account, edit);
    await die(fixture, 'writer deactivateCycle');
    fixture.emulator.control.advance('1h');
    writeState(fixture, 'paused');
    await applyAll(fixture);
    await expectAsked(fixture, [`${before} Paused`]);
  });
});

it('A stop for good that takes until the time of the single run leaves that to a person', async () => {
  const fixture = await openWaiting();
  writeState(fixture, 'paused');
  await applyWhile(fixture, 'deactivateCycle', { after: '590s' });
  fixture.emulator.control.advance('5m');
  await applyAll(fixture);
  await expectAsked(fixture, [`${before} Paused`]);
});
