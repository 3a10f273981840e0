import { describe, expect, it } from 'vitest';
import { runStatus } from '../../../../src/features/inspect/status/run-status.ts';
import type { CycleStatus } from '../../../../src/model/report/status.ts';
import type { SentActivation } from '../../../../src/model/state/account-state.ts';
import {
  listCycles,
  nameTemplate,
  replaced,
  startInConsole,
} from '../../../worlds/cases/replace.ts';
import {
  countStarts,
  onlyCycle,
  openPaused,
  readRun,
  readStatus,
  requestRuns,
  soon,
} from '../../../worlds/cases/run-once.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { editManifest, listLeft, planOne } from '../../../worlds/quickstart.ts';

const toReplace = { allowDeletes: 1, allowReplace: true };
const edit = { from: 'region: emea', to: 'region: apac' };

async function findStatus(fixture: TestFixture): Promise<CycleStatus | undefined> {
  const { run } = await fixture.open();
  const now = fixture.emulator.control.advance('0s');
  for await (const account of runStatus({ ...run, now }))
    if (account.kind === 'read') return account.cycles[0];
  return undefined;
}

/** Minutes into its interval of 15. */
function toPhase(run: SentActivation | null): number {
  return (Date.parse(run?.sent.startTime ?? '') / 60_000) % 15;
}

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

  it('its start counts as a change in Git, then and afterwards', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    editManifest(fixture, 'northwind', { from: 'state: paused', to: 'state: active' });
    await fixture.apply();
    const { notices } = await planOne(fixture, 'northwind');
    expect(notices).toMatchObject([{ kind: 'single-run', paths: ['state'] }]);
    expect(await fixture.drift()).toMatchObject([{ items: [], manifestMoved: 1 }]);
    fixture.emulator.control.advance('1h');
    expect(await fixture.drift()).toMatchObject([{ items: [], manifestMoved: 1 }]);
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

  it('a cycle that others start afterwards is drift two days later, where the service does not show on which schedule', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    fixture.emulator.control.advance('1h');
    await startInConsole(fixture, replaced.before);
    expect(await fixture.drift({ today: '2026-12-02' })).toMatchObject([{ items: [] }]);
    const later = { today: '2026-12-03' };
    expect(await fixture.drift(later)).toMatchObject([
      { items: [{ address: onlyCycle, path: 'state', moved: 'live' }] },
    ]);
    expect(planOf(await fixture.plan(later), 'northwind').operations).toMatchObject([
      { action: { kind: 'pause-cycle' } },
    ]);
    fixture.emulator.control.advance('48h');
    expect(await findStatus(fixture)).toMatchObject({
      state: 'Active',
      wants: 'paused',
      schedule: { from: 'nowhere' },
    });
  });

  it('a cycle that Git replaces is stopped and deleted by no apply before its end', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    nameTemplate(fixture, replaced.after);
    const { notices } = await planOne(fixture, 'northwind');
    expect(notices.filter(({ kind }) => kind === 'single-run')).toMatchObject([
      { address: onlyCycle, moment: soon },
    ]);
    await fixture.apply(toReplace);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`, `${replaced.before} Active`]);
    fixture.emulator.control.advance('1h');
    await fixture.apply(toReplace);
    expect(listCycles(fixture)).toEqual([`${replaced.after} Paused`]);
  });

  it('a cycle that Git removes is deleted afterwards, and a notice says so before', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    editManifest(fixture, 'northwind', { from: /\n {2}cycles:[\s\S]*$/, to: '\n  cycles: {}\n' });
    const { operations, notices } = await planOne(fixture, 'northwind');
    expect(operations).toEqual([]);
    const removed = { kind: 'single-run', address: onlyCycle, moment: soon, isRemoved: true };
    expect(notices).toMatchObject([removed]);
    await fixture.apply();
    expect(readStatus(fixture)).toBe('Active');
    fixture.emulator.control.advance('1h');
    expect((await planOne(fixture, 'northwind')).operations).toMatchObject([
      { action: { kind: 'delete-cycle' } },
    ]);
  });

  it('the connectors of a cycle that Git removes stay with it', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    const none = '  connectors: {}\n  cycles: {}\n';
    editManifest(fixture, 'northwind', { from: / {2}connectors:[\s\S]*$/, to: none });
    const { operations, refused } = await planOne(fixture, 'northwind');
    expect(operations).toEqual([]);
    expect(
      new Set(refused?.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))),
    ).toEqual(new Set(['connector-in-use']));
    fixture.emulator.control.advance('1h');
    const kinds = (await planOne(fixture, 'northwind')).operations.map(({ action }) => action.kind);
    expect(kinds).toEqual(['delete-cycle', 'delete-connector', 'delete-connector']);
  });

  it('a cycle that replaces one goes on in the rhythm that it had before', async () => {
    const fixture = await openPaused();
    const before = await readRun(fixture);
    fixture.emulator.control.advance('7m');
    await requestRuns(fixture);
    fixture.emulator.control.advance('1h');
    nameTemplate(fixture, replaced.after);
    const every = 'schedule: {every: 15m}';
    editManifest(fixture, 'northwind', { from: /schedule: [^\n]*/, to: every });
    editManifest(fixture, 'northwind', { from: 'state: paused', to: 'state: active' });
    await fixture.apply(toReplace);
    const run = await readRun(fixture);
    expect(toPhase(run)).toBe(toPhase(before));
  });
});
