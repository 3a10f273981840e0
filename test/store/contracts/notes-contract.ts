import { expect, it } from 'vitest';

import { toAccountAddress, toFieldPath } from '../../../src/model/address.ts';
import type { StoreReader, StoreWriter } from '../../../src/model/ports.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import { makeEmptyState } from '../../../src/model/state/account-state.ts';
import type {
  DriftLog,
  DriftLogReader,
  DriftLogUnavailable,
} from '../../../src/model/state/drift-log.ts';
import type { DriftObservation, ObservedDrift } from '../../../src/model/state/drift-note.ts';
import type { Closable, ImportTarget } from '../../../src/store/make-store.ts';
import { maxSelectedRuns } from '../../../src/store/steps/note-steps.ts';
import { makeDriftRun } from '../samples.ts';

/** Ways into one store, for what drift notes in it. */
export type NotesOpeners = {
  openWriter(): Promise<StoreWriter & ImportTarget & Closable>;
  openReader(): Promise<StoreReader & DriftLogReader & Closable>;
  openNotes(): Promise<(DriftLog & Closable) | DriftLogUnavailable>;
};

const account = "o'brien";
const days = ['2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z', '2026-11-22T06:00:00Z'] as const;

function item(value: string): ObservedDrift {
  const print = toFingerprint('0a1b2c3d', value);
  return { address: toAccountAddress(account), path: toFieldPath('a\0"b'), kind: 'field', print };
}

function look(by: string, at: string, more: Partial<DriftObservation> = {}): DriftObservation {
  return { account, by, at, after: null, items: [item('1')], ...more };
}

/** Contract of every store for the drift log. */
export function describeNotes(makeOpeners: () => Promise<NotesOpeners>): void {
  async function withNotes(
    run: (world: {
      readonly openers: NotesOpeners;
      readonly open: () => Promise<DriftLog>;
    }) => Promise<void>,
  ): Promise<void> {
    const openers = await makeOpeners();
    await (await openers.openWriter()).close();
    const opened: Closable[] = [];
    const open = async () => {
      const notes = await openers.openNotes();
      if (typeof notes === 'string') throw new Error(`there are no notes: ${notes}`);
      opened.push(notes);
      return notes;
    };
    try {
      await run({ openers, open });
    } finally {
      for (const one of opened) await one.close();
    }
  }

  const sinceOf = async (notes: DriftLog, one: DriftObservation) =>
    (await notes.recordObserved(one)).map(({ since }) => since);

  it('keeps since when a value is known, starts again with another, and removes what is gone', () =>
    withNotes(async ({ open }) => {
      const notes = await open();
      expect(await sinceOf(notes, look('run-1', days[0]))).toEqual([days[0]]);
      expect(await notes.listObserved()).toEqual(new Map([[account, 'run-1']]));
      expect(await sinceOf(notes, look('run-2', days[1], { after: 'run-1' }))).toEqual([days[0]]);
      // Nothing was to be noted, and nothing was.
      expect(await notes.listObserved()).toEqual(new Map([[account, 'run-1']]));
      const other = { after: 'run-1', items: [item('2')] };
      expect(await sinceOf(notes, look('run-3', days[2], other))).toEqual([days[2]]);
      expect(await sinceOf(notes, look('run-4', days[2], { after: 'run-3', items: [] }))).toEqual(
        [],
      );
      expect(await notes.listObserved()).toEqual(new Map());
      expect(await sinceOf(notes, look('run-5', days[2]))).toEqual([days[2]]);
    }));

  it('loses nothing where two runs look at the same time, whichever notes first', () =>
    withNotes(async ({ open }) => {
      const [first, second] = [await open(), await open()];
      await first.recordObserved(look('run-1', days[0]));
      // Both began when run-1 had noted; what the second saw earlier takes nothing of the first.
      const more = { ...item('9'), path: toFieldPath('timezone') };
      const observed = { after: 'run-1', items: [item('1'), more] };
      expect(await sinceOf(first, look('run-2', days[1], observed))).toEqual([days[0], days[1]]);
      expect(await sinceOf(second, look('run-3', days[2], { after: 'run-1' }))).toEqual([days[0]]);
      const all = look('run-4', days[2], { after: 'run-2', items: observed.items });
      expect(await sinceOf(second, all)).toEqual([days[0], days[1]]);
    }));

  it('takes many looks at one account at the same time', () =>
    withNotes(async ({ open }) => {
      const [first, second] = [await open(), await open()];
      const paths = Array.from({ length: 8 }, (_, at) => toFieldPath(`p${at}`));
      await Promise.all(
        paths.map((path, at) =>
          (at % 2 === 0 ? first : second).recordObserved(
            look(`run-${at}`, days[0], { items: [{ ...item('1'), path }] }),
          ),
        ),
      );
      const items = paths.map((path) => ({ ...item('1'), path }));
      expect(await sinceOf(first, look('run-x', days[2], { items }))).toEqual(
        paths.map(() => days[0]),
      );
    }));

  it('keeps which run last looked at each account, and what it noted before', () =>
    withNotes(async ({ open }) => {
      const [notes, other] = [await open(), await open()];
      await notes.recordObserved(look('run-1', days[0]));
      const many = Array.from({ length: 1200 }, (_, at) => `account-${at}`);
      await notes.saveLooks('run-2', [account, ...many]);
      const looks = await notes.listObserved();
      expect(looks.size).toBe(1201);
      expect(new Set(looks.values())).toEqual(new Set(['run-2']));
      // A run that began earlier and ends later takes nothing back.
      await Promise.all([
        notes.saveLooks('run-4', ['account-1', 'account-2', account]),
        other.saveLooks('run-3', [account, 'account-2', 'account-1', 'account-3']),
      ]);
      const later = await notes.listObserved();
      expect(later.get('account-1')).toBe('run-4');
      expect(later.get('account-3')).toBe('run-3');
      expect(await sinceOf(notes, look('run-5', days[1], { after: 'run-4' }))).toEqual([days[0]]);
      expect(await notes.recordObserved(look('run-6', days[2], { account: 'account-1' }))).toEqual([
        { ...item('1'), since: days[2] },
      ]);
      await notes.saveLooks('run-7', []);
    }));

  it('forgets accounts by name, and no other', () =>
    withNotes(async ({ open }) => {
      const notes = await open();
      for (const key of ['a', 'b', 'c'])
        await notes.recordObserved({ ...look('run-1', days[0]), account: key });
      await notes.deleteObserved(['a', 'c', 'never-there']);
      expect([...(await notes.listObserved()).keys()]).toEqual(['b']);
      await notes.deleteObserved([]);
    }));

  it('lists the newest runs first, those of the fleet alone where that is asked', () =>
    withNotes(async ({ openers, open }) => {
      const notes = await open();
      const runs = [makeDriftRun('1'), makeDriftRun('2', ['account=a']), makeDriftRun('3')];
      for (const run of runs) await notes.saveDriftRun(run);
      const reader = await openers.openReader();
      const list = async (limit: number, fleetOnly: boolean) =>
        (await reader.listDriftRuns({ limit, fleetOnly })).map(({ id }) => id);
      expect(await reader.listDriftRuns({ limit: 9, fleetOnly: false })).toEqual(
        [...runs].reverse(),
      );
      expect(await list(2, false)).toEqual(['3', '2']);
      expect(await list(9, true)).toEqual(['3', '1']);
      await reader.close();
    }));

  it('lets the oldest runs go, those of a selection without a run of the fleet', () =>
    withNotes(async ({ open }) => {
      const notes = await open();
      await notes.saveDriftRun(makeDriftRun('000'));
      for (let at = 1; at <= maxSelectedRuns + 2; at += 1)
        await notes.saveDriftRun(makeDriftRun(String(at).padStart(3, '0'), ['account=a']));
      const kept = await notes.listDriftRuns({ limit: 1000, fleetOnly: false });
      expect(kept).toHaveLength(maxSelectedRuns + 1);
      expect(kept.at(-2)?.id).toBe('003');
      expect(kept.at(-1)?.id).toBe('000');
    }));

  it('is empty to all that ask what is ours, and takes an import', () =>
    withNotes(async ({ openers, open }) => {
      const notes = await open();
      await notes.recordObserved(look('run-1', days[0]));
      await notes.saveDriftRun(makeDriftRun('1'));
      const reader = await openers.openReader();
      expect(await reader.readState(account)).toEqual(makeEmptyState(account));
      expect(await reader.listAccounts()).toEqual([]);
      expect(await reader.listUnfinished()).toEqual([]);
      expect(await reader.listRuns(9)).toEqual([]);
      expect(await reader.listLocks()).toEqual([]);
      expect(await reader.listHolders()).toEqual([]);
      expect(await reader.readTarget()).toBeNull();
      await reader.close();
      const writer = await openers.openWriter();
      const target = { environment: 'prod', service: 'remote', address: 'https://a.test' } as const;
      await writer.fill(() => [{ kind: 'target', record: target }]);
      expect(await writer.readTarget()).toEqual(target);
      await writer.close();
    }));
}
