import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStore, Store } from '../../../src/emulator/state/store.ts';
import { OperationalError } from '../../../src/kit/operational-error.ts';
import { closeAfterFile } from '../../support/opened.ts';

// The store keeps what it has read, so each answer is compared with a map that keeps nothing else.

type Row = { readonly owner: string; readonly value: number };
type Write = { readonly id: string; readonly row: Row | null };
type Model = ReadonlyMap<string, Row>;

const owners = ['northwind', 'contoso'] as const;
const ids = ['a', 'b', 'c', 'd'] as const;
const anyWrite: fc.Arbitrary<Write> = fc.record({
  id: fc.constantFrom(...ids),
  row: fc.option(fc.record({ owner: fc.constantFrom(...owners), value: fc.nat(9) })),
});
const anyTransaction = fc.record({
  writes: fc.array(anyWrite, { maxLength: 4 }),
  ends: fc.constantFrom('kept', 'kept', 'undone', 'refused'),
});

it('shows the rows as they are, in a transaction and after it was kept, undone or refused', () => {
  fc.assert(
    fc.property(fc.array(anyTransaction, { maxLength: 12 }), (transactions) => {
      const store = openMemory();
      let model: Model = new Map();
      for (const { writes, ends } of transactions) {
        const changed = new Map(model);
        const work = () => {
          for (const write of writes) {
            change(store, changed, write);
            expectRows(store, changed);
          }
          if (ends === 'refused') throw new RangeError(ends);
          return { keep: ends === 'kept' };
        };
        if (ends === 'refused') expect(() => store.transact(work)).toThrow(RangeError);
        else store.transact(work);
        if (ends === 'kept') model = changed;
        expectRows(store, model);
      }
      store.removeOwned('contoso');
      expectRows(store, new Map([...model].filter(([, { owner }]) => owner !== 'contoso')));
      expectRows(store.renew(), new Map());
      store.close();
    }),
    { numRuns: 60 },
  );
});

it('lists more than it keeps', () => {
  const store = openMemory();
  const table = store.table<string>('row');
  const wanted = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(100_000, '0'));
  store.transact(() => {
    for (const [index, value] of wanted.entries()) table.write(`${index}`, 'northwind', value);
    return { keep: true };
  });
  for (const _ of ['read', 'again']) {
    const found = table.list('northwind').map(({ value }) => value);
    expect(found.sort()).toEqual(wanted);
  }
  expect(table.read('17')).toBe(wanted[17]);
});

it('keeps its rows on a full disk, says so, and goes on when there is space', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyclectl-full-'));
  closeAfterFile(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'service.db');
  openStore(file).close();
  const database = new DatabaseSync(file);
  const store = new Store(database, file);
  closeAfterFile(() => store.close());
  const table = store.table<string>('row');
  const write = (text: string) =>
    store.transact(() => {
      table.write('a', 'northwind', text);
      return { keep: true };
    });
  write('before');
  database.exec('PRAGMA max_page_count = 10');
  const full = () => write('x'.repeat(100_000));
  expect(full).toThrow(OperationalError);
  expect(full).toThrow(`cannot use the service's state ${file}: the disk is full`);
  expect(table.read('a')).toBe('before');
  database.exec('PRAGMA max_page_count = 1000');
  write('after');
  expect(table.read('a')).toBe('after');
});

function openMemory(): Store {
  const store = openStore(':memory:');
  closeAfterFile(() => store.close());
  return store;
}

function change(store: Store, model: Map<string, Row>, { id, row }: Write): void {
  const table = store.table<number>('row');
  if (row === null) {
    table.remove(id);
    model.delete(id);
  } else {
    table.write(id, row.owner, row.value);
    model.set(id, row);
  }
}

function expectRows(store: Store, model: Model): void {
  const table = store.table<number>('row');
  for (const id of ids) expect(table.read(id)).toBe(model.get(id)?.value);
  for (const owner of owners) {
    const wanted = [...model].filter(([, row]) => row.owner === owner);
    expect(new Map(table.list(owner).map(({ id, value }) => [id, value]))).toEqual(
      new Map(wanted.map(([id, { value }]) => [id, value])),
    );
  }
}
