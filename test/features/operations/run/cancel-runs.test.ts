import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import type { Diagnostic } from '../../../../src/model/diagnostic/diagnostic.ts';
import { makeMortal } from '../../../faults/deaths/death.ts';
import { isTried } from '../../../faults/share.ts';
import { replaced, startInConsole } from '../../../worlds/cases/replace.ts';
import {
  countStarts,
  listRefused,
  onlyCycle,
  openPaused,
  planRuns,
  readRun,
  readStatus,
  requestRuns,
  soon,
} from '../../../worlds/cases/run-once.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { editManifest, listReported, planOne } from '../../../worlds/quickstart.ts';

describe('the cancellation of a single run', () => {
  it('stops a cycle that waits, and brings its schedule of before back', async () => {
    const fixture = await openPaused();
    const earlier = await readRun(fixture);
    await requestRuns(fixture, { at: soon });
    const outcomes = (await requestRuns(fixture, { cancels: true })) ?? [];
    expect(listReported(outcomes)).toEqual([]);
    expect(readStatus(fixture)).toBe('Paused');
    expect(await readRun(fixture)).toMatchObject({ isBeforeRun: true, earlier });
    fixture.emulator.control.advance('1h');
    expect(await listRefused(fixture, { cancels: true })).toMatchObject([{ code: 'run-refused' }]);
  });

  it('is final for its plan, which does not request the run again', async () => {
    const fixture = await openPaused();
    const planned = await planRuns(fixture, { at: soon });
    await requestRuns(fixture, {}, { planned });
    await requestRuns(fixture, { cancels: true });
    const since = fixture.emulator.requests().length;
    const outcomes = (await requestRuns(fixture, {}, { planned })) ?? [];
    expect(listReported(outcomes).map(({ code }) => code)).toEqual(['plan-stale']);
    expect(countStarts(fixture, since)).toBe(0);
    await requestRuns(fixture, { at: soon });
    expect(readStatus(fixture)).toBe('Active');
  });

  it('counts as done by its plan, also when the time of the run is past', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    const planned = await planRuns(fixture, { cancels: true });
    await requestRuns(fixture, {}, { planned });
    for (const later of ['0s', '1h']) {
      fixture.emulator.control.advance(later);
      const again = (await requestRuns(fixture, {}, { planned })) ?? [];
      expect(
        listReported(again).map(({ code }) => code),
        later,
      ).toEqual(['plan-done']);
    }
    await requestRuns(fixture);
    const stale = (await requestRuns(fixture, {}, { planned })) ?? [];
    expect(listReported(stale).map(({ code }) => code)).toEqual(['plan-stale']);
  });

  it('leaves what others start later to them, also if the service shows no schedule', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    await requestRuns(fixture, { cancels: true });
    await startInConsole(fixture, replaced.before);
    const { notices, changes } = await planOne(fixture, 'northwind');
    expect(notices.map(({ kind }) => kind)).not.toContain('single-run');
    expect(changes).toMatchObject([{ verb: 'update', fields: [{ path: 'state' }] }]);
  });

  it('is refused for a run that is due or in progress', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    fixture.emulator.control.advance('570s');
    expect(await listRefused(fixture, { cancels: true })).toMatchObject([
      { code: 'single-run-due' },
    ]);
    expect(readStatus(fixture)).toBe('Active');
  });
});

describe('the cancellation of a single run whose cycle Git removed', () => {
  it('stops it, and the next apply deletes it', async () => {
    for (const addresses of [[onlyCycle], null]) {
      const fixture = await openRemoved();
      const outcomes = (await requestRuns(fixture, { cancels: true, addresses })) ?? [];
      expect(listReported(outcomes)).toEqual([]);
      expect(outcomes).toMatchObject([
        {
          outcomes: [{ result: 'done', operation: { does: expect.stringContaining('"Contacts') } }],
        },
      ]);
      expect(readStatus(fixture)).toBe('Paused');
      expect(await readRun(fixture)).toMatchObject({ isBeforeRun: true });
      const { operations } = await planOne(fixture, 'northwind');
      expect(operations.map(({ action }) => action.kind)).toEqual(['delete-cycle']);
      await fixture.close();
    }
  });

  it('is refused for a run that is due, and a run of it is refused', async () => {
    const fixture = await openRemoved();
    expect(await listRefused(fixture)).toMatchObject([{ code: 'address-unknown' }]);
    fixture.emulator.control.advance('570s');
    expect(await listRefused(fixture, { cancels: true })).toMatchObject([
      { code: 'single-run-due' },
    ]);
  });

  it('is finished by the next one, wherever it died, and done for its plan', async () => {
    await dieEverywhere(
      async (fixture, { resume, where }) => {
        expect(listReported(await resume()).filter(isOther), where).toEqual([]);
        expect(readStatus(fixture), where).toBe('Paused');
        expect((await fixture.store.readState('northwind')).writes.size, where).toBe(0);
        const again = listReported(await resume()).map(({ code }) => code);
        expect(again, where).toEqual(['plan-done']);
      },
      { open: openRemoved },
    );
  });
});

describe('a cancellation whose program dies', () => {
  it('is finished by the next one, wherever it died', async () => {
    await dieEverywhere(async (fixture, { resume, where }) => {
      expect(listReported(await resume()).filter(isOther), where).toEqual([]);
      expect(readStatus(fixture), where).toBe('Paused');
      expect(await readRun(fixture), where).toMatchObject({ isBeforeRun: true });
      expect((await fixture.store.readState('northwind')).writes.size, where).toBe(0);
      expect(await listRefused(fixture), where).toEqual([]);
    });
  });

  it('is finished although the outcome of its request was never recorded', async () => {
    await dieEverywhere(
      async (fixture, { resume, where }) => {
        expect(listReported(await resume()).filter(isOther), where).toEqual([]);
        expect(readStatus(fixture), where).toBe('Paused');
        expect(await readRun(fixture), where).not.toHaveProperty('isUnknown');
      },
      { isUnknown: true, turn: 1 },
    );
  });

  it('leaves a run unknown that came due before anybody saw whether it was stopped', async () => {
    const fixture = await openPaused();
    await requestRuns(fixture, { at: soon });
    const planned = await planRuns(fixture, { cancels: true });
    const mortal = makeMortal(1, 'writer deactivateCycle');
    expect(await requestRuns(fixture, {}, { planned, ...mortal })).toBeNull();
    fixture.emulator.control.advance('1h');
    const resumed = (await requestRuns(fixture, {}, { planned, isBegun: true })) ?? [];
    expect(listReported(resumed)).toMatchObject([{ code: 'single-run-unknown' }]);
  });
});

// Says that it was cancelled before.
const isOther = ({ code }: Diagnostic) => code !== 'plan-done';

type Death = {
  readonly where: string;
  readonly resume: () => Promise<NonNullable<Awaited<ReturnType<typeof requestRuns>>>>;
};

async function openWaiting(): Promise<TestFixture> {
  const fixture = await openPaused();
  await requestRuns(fixture, { at: soon });
  return fixture;
}

async function openRemoved(): Promise<TestFixture> {
  const fixture = await openWaiting();
  editManifest(fixture, 'northwind', { from: /\n {2}cycles:[\s\S]*$/, to: '\n  cycles: {}\n' });
  return fixture;
}

/** Cancels a single run in a new workplace for each effect that it may die after, or for a share of them. */
async function dieEverywhere(
  check: (fixture: TestFixture, death: Death) => Promise<void>,
  {
    isUnknown = false,
    open = openWaiting,
    turn = 0,
  }: {
    readonly isUnknown?: boolean;
    readonly open?: () => Promise<TestFixture>;
    readonly turn?: 0 | 1;
  } = {},
): Promise<void> {
  for (let nth = 0; ; nth += 1) {
    if (!isTried(nth, { turn, parts: 2 })) continue;
    const fixture = await open();
    if (isUnknown) await forgetOutcome(fixture);
    const planned = await planRuns(fixture, { cancels: true });
    const mortal = makeMortal(nth);
    const ended = await requestRuns(fixture, {}, { planned, ...mortal });
    const isBegun = mortal.effects().includes('store saveRunAccounts');
    const where = `dead after effect ${nth}, ${mortal.last()}`;
    if (ended !== null) return;
    const resume = async () => (await requestRuns(fixture, {}, { planned, isBegun })) ?? [];
    await check(fixture, { where, resume });
    await fixture.close();
  }
}

/** The program died before it recorded what became of its request. */
async function forgetOutcome(fixture: TestFixture): Promise<void> {
  const { objects } = await fixture.store.readState('northwind');
  const record = objects.get(onlyCycle as Address);
  if (record?.run == null) throw new Error('The cycle has no run');
  const saveObjects = [{ ...record, run: { ...record.run, isUnknown: true } as const }];
  await fixture.store.update({ account: 'northwind', saveObjects });
}
