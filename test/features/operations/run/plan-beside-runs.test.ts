import { describe, expect, it } from 'vitest';
import { replaced, startInConsole } from '../../../worlds/cases/replace.ts';
import {
  countStarts,
  onlyCycle,
  openPaused,
  readRun,
  readStatus,
  requestRuns,
  soon,
} from '../../../worlds/cases/run-once.ts';
import { editManifest, listLeft, planOne } from '../../../worlds/quickstart.ts';

const edit = { from: 'region: emea', to: 'region: apac' };

describe('while a single run waits', () => {
  it('neither plan nor drift nor apply stops or edits its cycle; its edits wait', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    const since = fixture.emulator.requests().length;
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(await fixture.drift()).toMatchObject([{ kind: 'read', items: [] }]);
    editManifest(fixture, 'northwind', edit);
    const { operations, notices } = await planOne(fixture, 'northwind');
    expect(operations).toEqual([]);
    expect(notices).toMatchObject([
      { kind: 'single-run', moment: soon, paths: ['variables/region'] },
    ]);
    await fixture.apply();
    expect(readStatus(fixture)).toBe('Active');
    expect(await readRun(fixture)).toMatchObject({ schedule: { kind: 'once' } });
    fixture.emulator.control.advance('1h');
    const waited = await planOne(fixture, 'northwind');
    expect(waited.operations).toMatchObject([{ action: { kind: 'set-variables' } }]);
    await fixture.apply();
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(countStarts(fixture, since)).toBe(0);
  });

  it('a cycle that Git wants active by now starts on its schedule afterwards', async () => {
    const fixture = await openPaused();
    const before = await readRun(fixture);
    await requestRuns(fixture, { at: soon });
    editManifest(fixture, 'northwind', { from: 'state: paused', to: 'state: active' });
    expect((await planOne(fixture, 'northwind')).operations).toEqual([]);
    fixture.emulator.control.advance('1h');
    const { operations } = await planOne(fixture, 'northwind');
    expect(operations).toMatchObject([
      { action: { kind: 'activate-cycle', schedule: { every: '15m' } } },
    ]);
    await fixture.apply();
    expect(readStatus(fixture)).toBe('Active');
    expect(await readRun(fixture)).toMatchObject({ schedule: before?.schedule });
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('a cycle whose schedule Git does not name goes on with that of before the run', async () => {
    const fixture = await openPaused();
    const before = await readRun(fixture);
    editManifest(fixture, 'northwind', { from: /schedule: [^\n]*/, to: '' });
    await fixture.apply();
    await requestRuns(fixture);
    fixture.emulator.control.advance('1h');
    editManifest(fixture, 'northwind', { from: 'state: paused', to: 'state: active' });
    await fixture.apply();
    expect(readStatus(fixture)).toBe('Active');
    expect(await readRun(fixture)).toMatchObject({ schedule: before?.schedule });
  });

  it('a cycle that others start on an interval is drift, where the service shows it', async () => {
    const fixture = await openPaused({ choices: { scheduleReadable: 'yes' } });
    await requestRuns(fixture, { at: soon });
    expect(await fixture.drift()).toMatchObject([{ items: [] }]);
    await startInConsole(fixture, replaced.before);
    expect(await fixture.drift()).toMatchObject([
      { items: [{ address: onlyCycle, path: 'state', moved: 'live' }] },
    ]);
    expect((await planOne(fixture, 'northwind')).operations).toMatchObject([
      { action: { kind: 'pause-cycle' } },
    ]);
  });
});
