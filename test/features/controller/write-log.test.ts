import { expect, it } from 'vitest';
import { listJobEntries } from '../../../src/features/controller/write-log.ts';

const result: Parameters<typeof listJobEntries>[0] = {
  account: 'northwind',
  run: 's1',
  commit: 'c1',
  failures: 0,
  reason: null,
  state: 'in-sync',
  found: null,
  againMs: null,
  isApplied: false,
};

it('has no entry of an account that is in sync, but for a write', () => {
  expect(listJobEntries(result)).toEqual([]);
  expect(listJobEntries({ ...result, isApplied: true })).toEqual([
    { level: 'info', event: 'account-applied', run: 's1', account: 'northwind', commit: 'c1' },
  ]);
});

it('has the run, the account and the reason of a failure', () => {
  expect(listJobEntries({ ...result, state: 'failed', failures: 1, reason: 'No.' })).toEqual([
    {
      ...{ level: 'warning', event: 'account-failed' },
      ...{ run: 's1', account: 'northwind', commit: 'c1', text: 'No.' },
    },
  ]);
});
