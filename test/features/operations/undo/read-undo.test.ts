import { expect, it } from 'vitest';
import {
  findNewestUndoable,
  findUndoableRun,
} from '../../../../src/features/operations/undo/find-undoable.ts';
import { readUndo } from '../../../../src/features/operations/undo/read-undo.ts';
import {
  type Address,
  toAccountAddress,
  toCycleAddress,
  toFieldAddress,
  toFieldPath,
} from '../../../../src/model/address.ts';
import { noChoices } from '../../../../src/model/plan/plan.ts';
import type { RunAccount, RunRecord } from '../../../../src/model/state/run.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { closeAfterFile } from '../../../support/opened.ts';

const northwind = toAccountAddress('northwind');
const timezone = toFieldAddress(northwind, toFieldPath('timezone'));

/** A run of a test: what it wrote to the timezones of which accounts. */
type Written = Partial<RunRecord> & {
  readonly id: string;
  /** Earlier and later value by account. */
  readonly wrote?: Readonly<Record<string, readonly [was: string, wrote: string]>>;
  readonly state?: RunAccount['state'];
  readonly made?: RunAccount['made'];
};

async function openRuns(...written: readonly Written[]) {
  const store = openSqliteStore({ file: ':memory:' });
  closeAfterFile(() => store.close());
  for (const { wrote = {}, state = 'done', made = [], ...run } of written) {
    await store.saveRun(makeRun(run));
    const accounts = Object.entries(wrote).map(
      ([account, [was, is]]): RunAccount => ({
        account,
        state,
        plan: null,
        before: [
          {
            address: toAccountAddress(account),
            path: toFieldPath('timezone'),
            was: { kind: 'plain', value: was },
            wrote: { kind: 'plain', value: is },
          },
        ],
        made,
        deleted: [],
      }),
    );
    await store.saveRunAccounts(run.id, accounts);
  }
  return store;
}

function makeRun(run: Partial<RunRecord> & { readonly id: string }): RunRecord {
  const accounts = { planned: 0, begun: 0, done: 1, failed: 0, refused: 0 };
  return {
    command: run.undoes === undefined ? 'apply' : 'undo',
    startedAt: '2026-11-21T19:00:00Z',
    author: { user: 'ada', host: 'desk' },
    commit: null,
    approved: { plan: '', options: noChoices, summary: {} as never },
    holder: 'holder',
    resumedAt: [],
    end: { at: '2026-11-21T19:00:00Z', outcome: 'done', accounts },
    ...run,
  };
}

async function laterOf(store: Awaited<ReturnType<typeof openRuns>>, id: string) {
  const later = (await readUndo(store, id)).get('northwind')?.later;
  return later?.get(timezone as Address)?.run ?? null;
}

const [a, b, c] = ['Asia/Dubai', 'Asia/Tokyo', 'UTC'] as const;

it('finds the newest later run that wrote the same, and none that was taken back since', async () => {
  const one = { id: '1', wrote: { northwind: [a, b] } } as const;
  const two = { id: '2', wrote: { northwind: [b, c] } } as const;
  const back = { id: '3', undoes: '2', wrote: { northwind: [c, b] } } as const;
  const redo = { id: '4', undoes: '3', wrote: { northwind: [b, c] } } as const;
  expect(await laterOf(await openRuns(one, two), '1')).toBe('2');
  expect(await laterOf(await openRuns(one, two, back), '1')).toBeNull();
  expect(await laterOf(await openRuns(one, two, back, redo), '1')).toBe('2');
  expect(await laterOf(await openRuns(one, two), '2')).toBeNull();
});

it('counts no run that touched another account, or did not get to it', async () => {
  const one = { id: '1', wrote: { northwind: [a, b] } } as const;
  const other = { id: '2', wrote: { contoso: [b, c] } } as const;
  const refused = { id: '3', state: 'refused', wrote: { northwind: [b, c] } } as const;
  const store = await openRuns(one, other, refused);
  expect(await laterOf(store, '1')).toBeNull();
  expect([...(await readUndo(store, '3')).keys()]).toEqual([]);
});

it('says which later run was not done to its end', async () => {
  const one = { id: '1', wrote: { northwind: [a, b] } } as const;
  const failed = { id: '2', state: 'failed', wrote: { northwind: [b, c] } } as const;
  const later = (await readUndo(await openRuns(one, failed), '1')).get('northwind')?.later;
  expect(later?.get(timezone)).toEqual({ run: '2', isDone: false });
});

it('chooses the newest run that wrote something and is not taken back in all of its accounts', async () => {
  const one = { id: '11', wrote: { northwind: [a, b] } } as const;
  const two = { id: '12', wrote: { northwind: [b, c], contoso: [b, c] } } as const;
  const idle = { id: '13' } as const;
  const unlock = { id: '14', command: 'unlock', approved: null } as const;
  const some = { id: '15', undoes: '12', wrote: { northwind: [c, b] } } as const;
  const rest = { id: '16', undoes: '12', wrote: { contoso: [c, b] } } as const;
  const redo = { id: '17', undoes: '16', wrote: { contoso: [b, c] } } as const;
  const choose = async (...runs: readonly Written[]) => {
    const found = await findNewestUndoable(await openRuns(...runs));
    return 'run' in found ? `${found.kind} ${found.run.id}` : found.kind;
  };
  expect(await choose(one, two, idle, unlock)).toBe('found 12');
  expect(await choose(one, two, some)).toBe('found 12');
  expect(await choose(one, two, some, rest)).toBe('found 11');
  expect(await choose(one, two, some, rest, redo)).toBe('found 12');
  expect(await choose(one, { ...two, end: null })).toBe('open 12');
  expect(await choose(idle)).toBe('none');
});

it('knows a run by the beginning of its id, where only one begins so', async () => {
  const store = await openRuns(
    { id: '11', wrote: { northwind: [a, b] } },
    { id: '12', end: null },
    { id: '2' },
  );
  expect(await findUndoableRun(store, '11')).toMatchObject({ kind: 'found', run: { id: '11' } });
  expect(await findUndoableRun(store, '1')).toEqual({ kind: 'several' });
  expect(await findUndoableRun(store, '12')).toMatchObject({ kind: 'open' });
  expect(await findUndoableRun(store, '2')).toMatchObject({ kind: 'empty' });
  for (const text of ['', '3', '%'])
    expect(await findUndoableRun(store, text)).toEqual({ kind: 'none' });
});

it('lists the objects that later runs made, whose address had another object before', async () => {
  const made = [toCycleAddress('northwind', 'sync')];
  const one = { id: '1', wrote: { northwind: ['UTC', 'Europe/Berlin'] } } as const;
  const two = { id: '2', wrote: { northwind: ['Europe/Berlin', 'UTC'] }, made } as const;
  const listMadeLater = async (id: string) => [
    ...((await readUndo(await openRuns(one, two), id)).get('northwind')?.madeLater ?? []),
  ];
  expect(await listMadeLater('1')).toEqual(made);
  expect(await listMadeLater('2')).toEqual([]);
});
