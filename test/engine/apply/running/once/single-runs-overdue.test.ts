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
  const fixture = await openWaiting({ choices: { scheduleReadable } });
  await startInConsole(fixture, before, { Interval: 15 });
  fixture.emulator.control.advance('2h');
  return fixture;
}

function writeLine(fixture: TestFixture, to: string): void {
  editManifest(fixture, account, { from: /schedule: [^\n]*/, to });
}

describe.each(['yes', 'no'] as const)(
  'a cycle with an interval set in the console and a readable schedule: %s',
  (scheduleReadable) => {
    it('is not stopped for an edit while Git names a single run of the past, and a notice says what to do', async () => {
      const fixture = await openOverdue(scheduleReadable);
      editManifest(fixture, account, edit);
      const since = countRequests(fixture);
      const said = listReported(await applyAll(fixture));
      expect(said.map(({ code }) => code)).toEqual(['single-run-overdue']);
      expect(said[0]?.remedy).toContain('stop it in the console');
      expect(listCycleWrites(fixture, since)).toEqual([]);
      expect(listCycles(fixture)).toEqual([`${before} Active`]);
    });

    it.each([
      ['an interval', 'schedule: {every: 1h}'],
      ['another moment', `schedule: {once: {at: ${later}}}`],
    ])('is edited when Git names %s instead', async (_what, line) => {
      const fixture = await openOverdue(scheduleReadable);
      editManifest(fixture, account, edit);
      await applyAll(fixture);
      writeLine(fixture, line);
      const since = countRequests(fixture);
      expect(codesOf(await applyAll(fixture))).toEqual([]);
      expect(countStarts(fixture, since)).toBe(1);
      await expectAtRest(fixture, [`${before} Active`]);
    });

    it('is edited when a person has stopped it, and rests', async () => {
      const fixture = await openOverdue(scheduleReadable);
      editManifest(fixture, account, edit);
      await applyAll(fixture);
      await stopInConsole(fixture, before);
      const since = countRequests(fixture);
      expect(codesOf(await applyAll(fixture))).toEqual([]);
      expect(countStarts(fixture, since)).toBe(0);
      await expectAtRest(fixture, [`${before} Paused`]);
    });

    it('is replaced once a person settled the outcome of the single run', async () => {
      const fixture = await openOverdue(scheduleReadable);
      nameTemplate(fixture, after);
      const since = countRequests(fixture);
      expect(codesOf(await applyAll(fixture))).toContain('single-run-unknown');
      expect(listCycles(fixture)).toEqual([`${after} Paused`, `${before} Active`]);
      await settleHad(fixture, address);
      await applyAll(fixture);
      await expectAtRest(fixture, [`${after} Paused`]);
      expect(countStarts(fixture, since)).toBe(0);
    });
  },
);

describe('a cycle with an unreadable schedule', () => {
  it('that is at work hours after its single run is taken for one that still has it, until a person has stopped it', async () => {
    const fixture = await openOverdue('no');
    writeLine(fixture, 'schedule: {every: 1h}');
    const [cycle] = readLive(fixture, account).cycles;
    const plant = { cycle: cycle?.id ?? '', count: 1, lastsMs: 3_600_000 };
    fixture.emulator.control.plantTransactions(plant);
    const since = countRequests(fixture);
    const said = listReported(await applyAll(fixture));
    expect(said.map(({ code }) => code)).toEqual(['single-run-due']);
    expect(said[0]?.remedy).toContain('stop it in the console');
    expect(listCycleWrites(fixture, since)).toEqual([]);
    await stopInConsole(fixture, before);
    fixture.emulator.control.advance('1h');
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
  });

  it('is started by the next apply where an edit of it is refused when it is stopped', async () => {
    const fixture = await openOverdue('no');
    editManifest(fixture, account, edit);
    writeLine(fixture, 'schedule: {every: 1h}');
    fixture.emulator.control.plantFaults([
      { method: 'PATCH', path: '/v1.0/cycles/*/variables', nth: 1, do: 'status', status: 400 },
    ]);
    expect(codesOf(await applyAll(fixture))).toContain('request-failed');
    fixture.emulator.control.plantFaults([]);
    await applyAll(fixture);
    await expectAtRest(fixture, [`${before} Active`]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('may have its single run late: some minutes after its time it is left alone', async () => {
    const fixture = await openWaiting({ choices: { scheduleReadable: 'no' } });
    await startInConsole(fixture, before, { Interval: 15 });
    fixture.emulator.control.advance('15m');
    askOnce(fixture, later);
    expect(codesOf(await applyAll(fixture))).toEqual(['single-run-due']);
    fixture.emulator.control.advance('10m');
    expect(codesOf(await applyAll(fixture))).toEqual([]);
  });

  it('may have its single run late where that was requested late', async () => {
    const fixture = await openReplacing({ choices: { scheduleReadable: 'no' } });
    askOnce(fixture, past);
    await applyAll(fixture);
    writeLine(fixture, 'schedule: {every: 1h}');
    const since = countRequests(fixture);
    expect(codesOf(await applyAll(fixture))).toEqual(['single-run-due']);
    expect(listCycleWrites(fixture, since)).toEqual([]);
  });
});
