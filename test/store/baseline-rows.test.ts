import { expect, it } from 'vitest';
import type { ObjectRecord } from '../../src/model/state/account-state.ts';
import { CellError, formatAddressedRecord, readAddressedRecord } from '../../src/store/rows.ts';
import { applyAll, openQuickstart } from '../worlds/quickstart.ts';

/** Most bytes that the baselines of an account may take in the store. */
const mostBytes = 4096;

async function readRecords(account: string): Promise<readonly ObjectRecord[]> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const { objects } = await fixture.store.readState(account);
  return [...objects.values()];
}

it('keeps the baselines of an account in a few bytes, and reads them as they were', async () => {
  const records = await readRecords('northwind');
  const rows = records.map((record) => ({
    address: record.address,
    record: formatAddressedRecord(record),
  }));
  const bytes = rows.map(({ record }) => String(JSON.parse(record).baseline ?? '').length);
  expect(bytes.every((each) => each > 0)).toBe(true);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(mostBytes);
  expect(rows.map((row) => readAddressedRecord<ObjectRecord>(row, 'object'))).toEqual(records);
});

it('reports a damaged baseline by its address', async () => {
  const [record] = await readRecords('northwind');
  const { address } = record ?? {};
  for (const baseline of ['no base64!', Buffer.from('no deflate').toString('base64')]) {
    const row = { address, record: JSON.stringify({ ...record, baseline }) };
    const read = () => readAddressedRecord<ObjectRecord>(row, 'object');
    expect(read).toThrow(CellError);
    expect(read).toThrow('the baseline of northwind is damaged');
  }
});

it('packs a baseline once for all saves of an apply', async () => {
  const [record] = await readRecords('northwind');
  if (record === undefined) throw new Error('northwind has no record');
  let packs = 0;
  const baseline = { ...record.baseline };
  Object.defineProperty(baseline, 'toJSON', {
    value: () => {
      packs += 1;
      return { ...baseline };
    },
  });
  const rows = [1, 2, 3].map(() => formatAddressedRecord({ ...record, baseline } as ObjectRecord));
  expect(new Set(rows)).toEqual(new Set([formatAddressedRecord(record)]));
  expect(packs).toBe(1);
});
