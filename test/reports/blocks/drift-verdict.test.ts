import { expect, it } from 'vitest';
import type { DriftFrame } from '../../../src/model/report/report.ts';
import { makeDriftVerdict } from '../../../src/reports/blocks/verdict/make-drift-verdict.ts';

const frame = {
  target: { environment: 'prod', service: 'remote', address: 'x' },
  at: '2026-01-01T00:00:00Z',
  cost: { requests: 1, durationMs: 1 },
  accounts: 2,
  withDrift: 1,
  items: 4,
  unread: 0,
  ignored: 0,
  unapplied: 0,
  skipped: 0,
  notOffered: [],
  notReadable: 0,
  byKind: { field: 1, gone: 0, 'authentication-lost': 0, stopped: 0, unmanaged: 3 },
} as unknown as DriftFrame;

async function readResult(more: Partial<DriftFrame>): Promise<readonly unknown[]> {
  const run = { ...frame, ...more, diagnostics: [] };
  const accounts = async function* () {};
  return (await makeDriftVerdict({ kind: 'drift', run, accounts })).result;
}

it('says of accounts with drift only what fails, where the rest is only reported', async () => {
  expect(await readResult({ reported: 3 })).toEqual([
    '1 difference and 3 unmanaged changes, 3 of them reported only',
    'drift in 1 of 2 accounts',
  ]);
  expect(await readResult({})).toEqual(['1 difference and 3 unmanaged changes in 1 of 2 accounts']);
});

it('says in its result how many values the service does not show', async () => {
  const none = { ...frame, items: 0, withDrift: 0, byKind: { ...frame.byKind, unmanaged: 0 } };
  expect(await readResult({ ...none, notReadable: 2 })).toEqual([
    'no drift, no unmanaged changes',
    '2 accounts in sync',
    '2 values are not shown by the service and assumed to be as last written',
  ]);
  expect(await readResult({ ...none, notReadable: 1, notOffered: ['templates'] })).toEqual([
    'no drift in what was compared',
    '2 accounts',
    '1 value is not shown by the service and assumed to be as last written',
  ]);
});
