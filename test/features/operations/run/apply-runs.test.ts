import { describe, expect, it } from 'vitest';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import {
  listCycles,
  nameTemplate,
  replaced,
  startInConsole,
} from '../../../worlds/cases/replace.ts';
import {
  countStarts,
  listRefused,
  now,
  onlyCycle,
  openPaused,
  past,
  planRuns,
  readRun,
  readStatus,
  requestRuns,
  soon,
} from '../../../worlds/cases/run-once.ts';
import { settleHad } from '../../../worlds/cases/settle-had.ts';
import { editManifest, listReported, planOne } from '../../../worlds/quickstart.ts';

const activation = { method: 'PUT', path: '/v1.0/cycles/*/activate' } as const;

describe('a single run', () => {
  it.each([now, soon])('at %s is sent once, and its schedule of before is kept', async (at) => {
    const fixture = await openPaused();
    const before = await readRun(fixture);
    const since = fixture.emulator.requests().length;
    const outcomes = (await requestRuns(fixture, { at })) ?? [];
    expect(listReported(outcomes)).toEqual([]);
    expect(outcomes).toMatchObject([{ outcomes: [{ result: 'done' }] }]);
    expect(countStarts(fixture, since)).toBe(1);
    expect(before?.schedule).toMatchObject({ kind: 'every' });
    const run = await readRun(fixture);
    expect(run).toMatchObject({ schedule: { kind: 'once' }, earlier: before });
    expect(run).not.toHaveProperty('isUnknown');
    fixture.emulator.control.advance('1h');
    expect(readStatus(fixture)).toBe('Paused');
    expect((await fixture.store.readState('northwind')).writes.size).toBe(0);
    expect(await listRefused(fixture)).toEqual([]);
  });

  it('is requested by one apply of its plan alone', async () => {
    const fixture = await openPaused();
    const planned = await planRuns(fixture);
    const since = fixture.emulator.requests().length;
    await requestRuns(fixture, {}, { planned });
    fixture.emulator.control.advance('1h');
    const again = (await requestRuns(fixture, {}, { planned })) ?? [];
    expect(listReported(again)).toMatchObject([
      { code: 'plan-done', summary: expect.stringContaining('its single run was requested') },
    ]);
    expect(countStarts(fixture, since)).toBe(1);
  });

  it.each([now, soon])(
    'at %s counts as done by its plan while it waits, and when it is over',
    async (at) => {
      const fixture = await openPaused();
      const planned = await planRuns(fixture, { at });
      const since = fixture.emulator.requests().length;
      await requestRuns(fixture, {}, { planned });
      for (const later of ['0s', '1h', '48h']) {
        fixture.emulator.control.advance(later);
        const again = (await requestRuns(fixture, {}, { planned })) ?? [];
        expect(
          listReported(again).map(({ code }) => code),
          later,
        ).toEqual(['plan-done']);
        expect(again.every(isSuccess), later).toBe(true);
      }
      expect(countStarts(fixture, since)).toBe(1);
    },
  );

  it('makes its plan stale if its cycle was started otherwise in between', async () => {
    const fixture = await openPaused();
    const planned = await planRuns(fixture, { at: soon });
    await requestRuns(fixture);
    const since = fixture.emulator.requests().length;
    const outcomes = (await requestRuns(fixture, {}, { planned })) ?? [];
    expect(listReported(outcomes)).toMatchObject([
      { code: 'plan-stale', summary: expect.stringContaining(`${onlyCycle} was started`) },
    ]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('of unknown outcome stays unknown for its plan', async () => {
    const fixture = await openPaused();
    const planned = await planRuns(fixture);
    fixture.emulator.control.plantFaults([{ ...activation, do: 'drop-before', nth: 1 }]);
    await requestRuns(fixture, {}, { planned });
    const since = fixture.emulator.requests().length;
    const again = (await requestRuns(fixture, {}, { planned })) ?? [];
    expect(listReported(again)).toMatchObject([{ code: 'single-run-unknown' }]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is not requested again by its plan after others started its cycle, days later', async () => {
    const fixture = await openPaused();
    fixture.loseStore();
    await fixture.apply();
    expect(await readRun(fixture)).toBeNull();
    const planned = await planRuns(fixture);
    await requestRuns(fixture, {}, { planned });
    fixture.emulator.control.advance('1h');
    await startInConsole(fixture, replaced.before);
    fixture.emulator.control.advance('48h');
    await fixture.apply({ today: '2026-12-03' });
    expect(readStatus(fixture)).toBe('Paused');
    const since = fixture.emulator.requests().length;
    const again = (await requestRuns(fixture, {}, { planned })) ?? [];
    expect(listReported(again)).toMatchObject([{ code: 'plan-stale' }]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('is refused once its time is past', async () => {
    const fixture = await openPaused();
    const since = fixture.emulator.requests().length;
    const outcomes = (await requestRuns(fixture, { at: past })) ?? [];
    expect(listReported(outcomes)).toMatchObject([
      { code: 'run-refused', summary: expect.stringContaining('it is 2026-12-01T05:') },
    ]);
    expect(countStarts(fixture, since)).toBe(0);
    expect(await readRun(fixture)).toMatchObject({ schedule: { kind: 'every' } });
  });

  it('is asked about if its answer is lost and nothing shows it, and never sent again', async () => {
    const fixture = await openPaused();
    const since = fixture.emulator.requests().length;
    fixture.emulator.control.plantFaults([{ ...activation, do: 'drop-before', nth: 1 }]);
    const outcomes = (await requestRuns(fixture)) ?? [];
    expect(listReported(outcomes)).toMatchObject([
      { code: 'single-run-unknown', remedy: expect.stringContaining('state settle') },
    ]);
    expect(await readRun(fixture)).toMatchObject({ isUnknown: true });
    const { notices } = await planOne(fixture, 'northwind');
    expect(notices).toMatchObject([{ kind: 'run-unknown', address: onlyCycle }]);
    const sent = countStarts(fixture, since);
    for (const at of [now, soon])
      expect(await listRefused(fixture, { at })).toMatchObject([{ code: 'single-run-unknown' }]);
    await settleHad(fixture, onlyCycle);
    expect(await listRefused(fixture)).toEqual([]);
    expect((await fixture.store.readState('northwind')).writes.size).toBe(0);
    expect(countStarts(fixture, since)).toBe(sent);
  });

  it('is asked about in the cycle that replaces its own', async () => {
    const fixture = await openPaused();
    fixture.emulator.control.plantFaults([{ ...activation, do: 'drop-before', nth: 1 }]);
    await requestRuns(fixture);
    nameTemplate(fixture, replaced.after);
    await fixture.apply({ allowDeletes: 1, allowReplace: true });
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`]);
    expect(await listRefused(fixture)).toMatchObject([{ code: 'single-run-unknown' }]);
    await settleHad(fixture, onlyCycle);
    expect(await listRefused(fixture)).toEqual([]);
  });

  it('counts as started if its answer is lost and its cycle runs', async () => {
    const fixture = await openPaused();
    fixture.emulator.control.plantFaults([{ ...activation, do: 'drop-after', nth: 1 }]);
    const outcomes = (await requestRuns(fixture, { at: soon })) ?? [];
    expect(listReported(outcomes)).toEqual([]);
    expect(readStatus(fixture)).toBe('Active');
    expect(await readRun(fixture)).not.toHaveProperty('isUnknown');
  });

  it('leaves no record if the service refuses it', async () => {
    const fixture = await openPaused();
    const before = await readRun(fixture);
    fixture.emulator.control.plantFaults([{ ...activation, do: 'status', status: 409, nth: 1 }]);
    const outcomes = (await requestRuns(fixture)) ?? [];
    expect(listReported(outcomes)).toMatchObject([{ code: 'request-failed' }]);
    expect(await readRun(fixture)).toEqual(before);
    expect(await listRefused(fixture)).toEqual([]);
  });
});

describe('a single run whose program dies', () => {
  it.each([now, soon])('at %s is sent at most once, whatever goes on from there', async (at) => {
    for (let nth = 0; ; nth += 1) {
      const fixture = await openPaused();
      const since = fixture.emulator.requests().length;
      const planned = await planRuns(fixture, { at });
      const mortal = makeMortal(nth);
      const ended = await requestRuns(fixture, { at }, { planned, ...mortal });
      const isBegun = mortal.effects().includes('store saveRunAccounts');
      const resumed = (await requestRuns(fixture, { at }, { planned, isBegun })) ?? [];
      const codes = listReported(resumed).map(({ code }) => code);
      const where = `dead after effect ${nth}, ${mortal.last()}`;
      const starts = countStarts(fixture, since);
      expect(starts, where).toBeLessThan(2);
      if (codes.includes('single-run-unknown')) expect(codes, where).toHaveLength(1);
      else {
        expect(codes, where).toEqual(codes.length > 0 ? ['plan-done'] : []);
        expect(starts, where).toBe(1);
      }
      if (ended !== null) return;
    }
  });
});

describe('a cycle', () => {
  it('that runs, or that Git wants active, does not run once', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    expect(await listRefused(fixture)).toMatchObject([
      { code: 'run-refused', summary: expect.stringContaining('waits for its single run') },
    ]);
    editManifest(fixture, 'northwind', { from: 'state: paused', to: 'state: active' });
    expect(await listRefused(fixture)).toMatchObject([
      {
        code: 'run-refused',
        summary: expect.stringContaining('Git wants it active'),
        at: { file: 'accounts/northwind.yaml', line: expect.any(Number) },
      },
    ]);
  });

  it('that others run once does not run once more, nor is that run cancelled', async () => {
    const fixture = await openPaused({ choices: { scheduleReadable: 'yes' } });
    await startInConsole(fixture, replaced.before, { RunOnce: true, StartTime: soon });
    const refused = { code: 'run-refused' } as const;
    expect(await listRefused(fixture)).toMatchObject([
      { ...refused, remedy: expect.stringContaining('Others started it') },
    ]);
    expect(await listRefused(fixture, { cancels: true })).toMatchObject([refused]);
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
  });

  it('of no manifest, or of no state, does not run once', async () => {
    const fixture = await openPaused();
    const addresses = ['northwind/cycles/other'];
    expect(await listRefused(fixture, { addresses })).toMatchObject([
      { code: 'address-unknown', remedy: `It declares ${onlyCycle}.` },
    ]);
    fixture.loseStore();
    expect(await listRefused(fixture)).toMatchObject([{ code: 'not-remembered' }]);
    expect(await listRefused(fixture, { addresses: null })).toEqual([]);
  });
});
