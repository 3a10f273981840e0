import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openDriftRecorder,
  type RecordingRun,
} from '../../../../src/engine/run/open-drift-recorder.ts';
import { runDrift } from '../../../../src/engine/run/run-drift.ts';
import { OperationalError } from '../../../../src/kit/operational-error.ts';
import type { DriftLog } from '../../../../src/model/state/drift-log.ts';
import { makeFingerprint } from '../../../../src/secrets/fingerprint-key.ts';
import { openSqliteNotes } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { tapPort } from '../../../faults/tap-ports.ts';
import { makeDriftRun } from '../../../store/samples.ts';
import { makeTemporaryFolder } from '../../../store/temporary-folder.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { RunOptions, TestFixture } from '../../../worlds/fixture.ts';
import { openQuickstart, quickstartIds } from '../../../worlds/quickstart.ts';

const [monday, tuesday, wednesday] = ['20', '21', '22'].map(
  (day) => `2026-11-${day}T06:00:00.000Z`,
);

async function openApplied() {
  const storeFile = join(makeTemporaryFolder(), 'store.db');
  const fixture = await openQuickstart({ storeFile });
  await fixture.apply();
  return { fixture, storeFile };
}

function openNotes(file: string): DriftLog {
  const notes = openSqliteNotes({ file });
  if (typeof notes === 'string') throw new Error(notes);
  onTestFinished(() => notes.close());
  return notes;
}

function move(fixture: TestFixture, key: keyof typeof quickstartIds, text: string) {
  const path = `/v1.0/accounts/${quickstartIds[key]}`;
  const body = key === 'contoso' ? { Name: text } : { Timezone: text };
  return consoleRequest(fixture.emulator, { method: 'PUT', path, body });
}

type Looking = RunOptions & {
  readonly at?: string | undefined;
  readonly lacksKey?: true;
  readonly keys?: ReadonlySet<string>;
};

/** What a run says of since when, by address; and what it had to say of its notes. */
async function lookAt(fixture: TestFixture, notes: DriftLog | null, asked: Looking = {}) {
  const { run } = await fixture.open(asked);
  const { secrets } = run.context;
  const keyless = makeFingerprint({ id: 'run-1', bytes: Buffer.alloc(32) });
  const looking = { ...run.context, secrets: { ...secrets, fingerprint: keyless } };
  const said: string[] = [];
  const at = asked.at ?? monday ?? '';
  const noting: RecordingRun = {
    id: `run-${at}`,
    clock: { now: () => at },
    keys: asked.keys ?? run.context.keys,
    giveUp: async ({ message }) => void said.push(message),
  };
  const started = await openDriftRecorder(notes, noting);
  const since: Record<string, string | null> = {};
  const accounts = [];
  for await (const account of runDrift(
    asked.lacksKey ? { ...run, context: looking } : run,
    started,
  )) {
    accounts.push(account);
    if (account.kind === 'read') for (const item of account.items) since[item.address] = item.since;
  }
  const select = asked.select ?? [];
  const trend = await started.saveRun(makeDriftRun(noting.id, select, { at }), [
    ...run.entries.map(({ key }) => key),
  ]);
  return { since, said, trend, accounts };
}

describe('the first observation of drift', () => {
  it('is the first look that found the value that is there', async () => {
    const { fixture, storeFile } = await openApplied();
    const notes = openNotes(storeFile);
    expect((await lookAt(fixture, notes)).since).toEqual({});
    await move(fixture, 'contoso', 'Europe/Rome');
    expect((await lookAt(fixture, notes, { at: monday })).since).toEqual({ contoso: monday });
    expect((await lookAt(fixture, notes, { at: tuesday })).since).toEqual({ contoso: monday });
    await move(fixture, 'contoso', 'Europe/Oslo');
    expect((await lookAt(fixture, notes, { at: tuesday })).since).toEqual({ contoso: tuesday });
    await fixture.apply();
    expect((await lookAt(fixture, notes, { at: tuesday })).since).toEqual({});
    await move(fixture, 'contoso', 'Europe/Oslo');
    expect((await lookAt(fixture, notes, { at: wednesday })).since).toEqual({ contoso: wednesday });
  });

  it('stays where an account is not selected or cannot be read, and goes with its manifest', async () => {
    const { fixture, storeFile } = await openApplied();
    const notes = openNotes(storeFile);
    for (const key of ['contoso', 'northwind'] as const) await move(fixture, key, 'Europe/Oslo');
    await lookAt(fixture, notes, { at: monday });
    await lookAt(fixture, notes, { at: tuesday, select: ['account=contoso'] });
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/account/connectors', every: 1, do: 'status', status: 500 },
    ]);
    const unread = await lookAt(fixture, notes, { at: tuesday });
    expect(unread.accounts.map(({ kind }) => kind)).toContain('unread');
    fixture.emulator.control.plantFaults([]);
    const both = { contoso: monday, northwind: monday };
    expect((await lookAt(fixture, notes, { at: wednesday })).since).toEqual(both);
    const keys = new Set(['contoso']);
    await lookAt(fixture, notes, { at: wednesday, keys, select: ['account=contoso'] });
    expect([...(await notes.listObserved()).keys()].sort()).toEqual(['contoso', 'northwind']);
    await lookAt(fixture, notes, { at: wednesday, keys });
    expect([...(await notes.listObserved()).keys()]).toEqual(['contoso']);
  });

  it('is kept by a run without the key, and no digest of such a run is', async () => {
    const { fixture, storeFile } = await openApplied();
    const notes = openNotes(storeFile);
    await move(fixture, 'contoso', 'Europe/Oslo');
    const lacksKey = true;
    expect((await lookAt(fixture, notes, { at: monday, lacksKey })).since.contoso).toBe(monday);
    expect((await lookAt(fixture, notes, { at: tuesday })).since.contoso).toBe(monday);
    await move(fixture, 'contoso', 'Europe/Rome');
    expect((await lookAt(fixture, notes, { at: tuesday, lacksKey })).since.contoso).toBe(monday);
    expect((await lookAt(fixture, notes, { at: wednesday })).since.contoso).toBe(wednesday);
  });

  it('is noted without the value, which is in no file of the store', async () => {
    const { fixture, storeFile } = await openApplied();
    await move(fixture, 'northwind', 'Europe/Oslo');
    await lookAt(fixture, openNotes(storeFile));
    const folder = dirname(storeFile);
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(texts.join('')).toContain('drift_seen');
    expect(texts.join('')).not.toContain('Europe/Oslo');
  });

  it('does not change the state of accounts', async () => {
    const { fixture, storeFile } = await openApplied();
    const before = await fixture.store.readState('contoso');
    await move(fixture, 'contoso', 'Europe/Oslo');
    await lookAt(fixture, openNotes(storeFile));
    expect(await fixture.store.readState('contoso')).toEqual(before);
    expect(await fixture.store.listRuns(9)).toEqual([]);
  });
});

describe('the trend', () => {
  it('has the runs of the whole fleet with this one, the oldest first', async () => {
    const { fixture, storeFile } = await openApplied();
    const notes = openNotes(storeFile);
    await lookAt(fixture, notes, { at: monday });
    const some = await lookAt(fixture, notes, { at: tuesday, select: ['account=contoso'] });
    expect(some.trend.map(({ at }) => at)).toEqual([monday]);
    const all = await lookAt(fixture, notes, { at: wednesday });
    expect(all.trend.map(({ at }) => at)).toEqual([monday, wednesday]);
    expect(all.trend[0]).not.toHaveProperty('id');
    for (let run = 0; run < 70; run += 1) await notes.saveDriftRun(makeDriftRun(`run-3${run}`));
    expect((await lookAt(fixture, notes, { at: wednesday })).trend).toHaveLength(60);
  });
});

describe('a store that fails', () => {
  it.each([
    'listObserved',
    'recordObserved',
    'deleteObserved',
    'listDriftRuns',
    'saveDriftRun',
  ] as const)('at %s leaves the report unchanged, and is reported once', async (method) => {
    const { fixture, storeFile } = await openApplied();
    const notes = openNotes(storeFile);
    for (const key of ['contoso', 'northwind'] as const) await move(fixture, key, 'Europe/Oslo');
    const failing = tapPort('store', notes, async ({ name }, go) => {
      if (name === method) throw new OperationalError('it fails', { remedy: 'Wait.' });
      return go();
    });
    // Northwind has no manifest any more: its notes are to go.
    await lookAt(fixture, notes, { at: monday });
    const keys = new Set(['contoso']);
    const looked = await lookAt(fixture, failing, { at: tuesday, keys });
    expect(looked.said).toEqual(['it fails']);
    expect(Object.keys(looked.since).sort()).toEqual(['contoso', 'northwind']);
    expect(looked.trend.at(-1)?.at).toBe(tuesday);
    const again = await lookAt(fixture, notes, { at: wednesday });
    expect(again.since.contoso).toBe(monday);
    expect(again.said).toEqual([]);
  });

  it('hides no mistake of ours', async () => {
    const { fixture, storeFile } = await openApplied();
    const failing = tapPort('store', openNotes(storeFile), async () => {
      throw new TypeError('a bug');
    });
    await expect(lookAt(fixture, failing)).rejects.toThrow('a bug');
  });

  it('and no store at all leave every item without a date, and a trend of this run alone', async () => {
    const { fixture } = await openApplied();
    await move(fixture, 'contoso', 'Europe/Oslo');
    const looked = await lookAt(fixture, null, { at: monday });
    expect(looked).toMatchObject({ since: { contoso: null }, said: [] });
    expect(looked.trend.map(({ at }) => at)).toEqual([monday]);
  });
});
