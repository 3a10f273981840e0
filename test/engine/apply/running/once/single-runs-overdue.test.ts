import { describe, expect, it } from 'vitest';
import {
  listCycles,
  listCycleWrites,
  nameTemplate,
  openReplacing,
  replaced,
  startInConsole,
  stopInConsole,
} from '../../../../worlds/cases/replace.ts';
import { settleHad } from '../../../../worlds/cases/settle-had.ts';
import {
  askOnce,
  codesOf,
  countRequests,
  countStarts,
  edit,
  expectAtRest,
  openWaiting,
  past,
} from '../../../../worlds/cases/single-runs.ts';
import type { TestFixture } from '../../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  readLive,
} from '../../../../worlds/quickstart.ts';

// A single run stops its cycle. One that still runs long after its time runs on something else, which a person has put
// it on: nobody but a person says what becomes of it, and a way on is always named.

const { account, address, before, after } = replaced;
const later = '2026-12-01T09:00:00Z';

/** A cycle that a hand has put on an interval before its single run, which Git still names hours later. */
async function openOverdue(scheduleReadable: 'yes' | 'no'): Promise<TestFixture> {
  const place = await openWaiting({ choices: { scheduleReadable } });
  await startInConsole(place, before, { Interval: 15 });
  place.emulator.control.advance('2h');
  return place;
}

function writeLine(place: TestFixture, to: string): void {
  editManifest(place, account, { from: /schedule: [^\n]*/, to });
}

describe.each(['yes', 'no'] as const)(
  'a cycle that a hand has put on an interval, whose schedule can be read: %s',
  (scheduleReadable) => {
    it('is not stopped for an edit while Git names a single run of the past, and a notice says what to do', async () => {
      const place = await openOverdue(scheduleReadable);
      editManifest(place, account, edit);
      const since = countRequests(place);
      const said = listReported(await applyAll(place));
      expect(said.map(({ code }) => code)).toEqual(['single-run-overdue']);
      expect(said[0]?.remedy).toContain('stop it in the console');
      expect(listCycleWrites(place, since)).toEqual([]);
      expect(listCycles(place)).toEqual([`${before} Active`]);
    });

    it.each([
      ['an interval', 'schedule: {every: 1h}'],
      ['another moment', `schedule: {once: {at: ${later}}}`],
    ])('is edited when Git names %s instead', async (_what, line) => {
      const place = await openOverdue(scheduleReadable);
      editManifest(place, account, edit);
      await applyAll(place);
      writeLine(place, line);
      const since = countRequests(place);
      expect(codesOf(await applyAll(place))).toEqual([]);
      expect(countStarts(place, since)).toBe(1);
      await expectAtRest(place, [`${before} Active`]);
    });

    it('is edited when a person has stopped it, and rests', async () => {
      const place = await openOverdue(scheduleReadable);
      editManifest(place, account, edit);
      await applyAll(place);
      await stopInConsole(place, before);
      const since = countRequests(place);
      expect(codesOf(await applyAll(place))).toEqual([]);
      expect(countStarts(place, since)).toBe(0);
      await expectAtRest(place, [`${before} Paused`]);
    });

    it('makes way for another one when a person has said what became of the single run', async () => {
      const place = await openOverdue(scheduleReadable);
      nameTemplate(place, after);
      const since = countRequests(place);
      expect(codesOf(await applyAll(place))).toContain('single-run-unknown');
      expect(listCycles(place)).toEqual([`${after} Paused`, `${before} Active`]);
      await settleHad(place, address);
      await applyAll(place);
      await expectAtRest(place, [`${after} Paused`]);
      expect(countStarts(place, since)).toBe(0);
    });
  },
);

describe('a cycle whose schedule nobody can read', () => {
  it('that is at work hours after its single run is taken for one that still has it, until a person has stopped it', async () => {
    const place = await openOverdue('no');
    writeLine(place, 'schedule: {every: 1h}');
    const [cycle] = readLive(place, account).cycles;
    const plant = { cycle: cycle?.id ?? '', count: 1, lastsMs: 3_600_000 };
    place.emulator.control.plantTransactions(plant);
    const since = countRequests(place);
    const said = listReported(await applyAll(place));
    expect(said.map(({ code }) => code)).toEqual(['single-run-due']);
    expect(said[0]?.remedy).toContain('stop it in the console');
    expect(listCycleWrites(place, since)).toEqual([]);
    await stopInConsole(place, before);
    place.emulator.control.advance('1h');
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
  });

  it('is started by the next apply where an edit of it is refused when it is stopped', async () => {
    const place = await openOverdue('no');
    editManifest(place, account, edit);
    writeLine(place, 'schedule: {every: 1h}');
    place.emulator.control.plantFaults([
      { method: 'PATCH', path: '/v1.0/cycles/*/variables', nth: 1, do: 'status', status: 400 },
    ]);
    expect(codesOf(await applyAll(place))).toContain('request-failed');
    place.emulator.control.plantFaults([]);
    await applyAll(place);
    await expectAtRest(place, [`${before} Active`]);
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('may have its single run late: some minutes after its time it is left alone', async () => {
    const place = await openWaiting({ choices: { scheduleReadable: 'no' } });
    await startInConsole(place, before, { Interval: 15 });
    place.emulator.control.advance('15m');
    askOnce(place, later);
    expect(codesOf(await applyAll(place))).toEqual(['single-run-due']);
    place.emulator.control.advance('10m');
    expect(codesOf(await applyAll(place))).toEqual([]);
  });

  it('may have its single run late where that was asked for late', async () => {
    const place = await openReplacing({ choices: { scheduleReadable: 'no' } });
    askOnce(place, past);
    await applyAll(place);
    writeLine(place, 'schedule: {every: 1h}');
    const since = countRequests(place);
    expect(codesOf(await applyAll(place))).toEqual(['single-run-due']);
    expect(listCycleWrites(place, since)).toEqual([]);
  });
});
