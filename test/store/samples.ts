import { toAccountAddress, toConnectorAddress, toCycleAddress } from '../../src/model/address.ts';
import type { ObjectRecord, StateChange } from '../../src/model/state/account-state.ts';
import type { DriftRun } from '../../src/model/state/drift-log.ts';
import type { Holder } from '../../src/model/state/lock.ts';
import type { RunAccount, RunRecord } from '../../src/model/state/run.ts';

/** A process that may hold accounts. */
export function makeHolder(id: string): Holder {
  return { id, command: 'apply', user: 'ann', host: 'build-1', boot: 'b00t', pid: 4711 };
}

/** The record of a run, ended where a time is given. */
export function makeRun(id: string, endedAt: string | null = null): RunRecord {
  const accounts = { planned: 0, begun: 0, done: 1, failed: 0, refused: 0 };
  return {
    id,
    command: 'apply',
    startedAt: '2026-11-21T18:51:32Z',
    author: { user: 'ann', host: 'build-1' },
    commit: 'c0ffee+',
    approved: null,
    holder: 'holder-1',
    resumedAt: [],
    end: endedAt === null ? null : { at: endedAt, outcome: 'done', accounts },
  };
}

/** An account of a run, with a NUL in what was there before. */
export function makeRunAccount(account: string, state: RunAccount['state']): RunAccount {
  const address = toAccountAddress(account);
  const was = { kind: 'plain', value: 'Ann\0 Lee' } as const;
  const before = [{ address, path: 'name' as RunAccount['before'][0]['path'], was, wrote: was }];
  return { account, state, plan: null, before, made: [address], deleted: [] };
}

/** The account itself, bound to an account of the service. */
export function makeAccountObject(account: string, remoteId: string): ObjectRecord {
  return { address: toAccountAddress(account), kind: 'account', remoteId, applied: {}, run: null };
}

/** A change with a record in each table of the state. */
export function makeFullChange(account: string): StateChange {
  const address = toCycleAddress(account, 'contacts');
  const begunAt = '2026-11-21T18:51:32Z';
  return {
    account,
    saveObjects: [
      makeAccountObject(account, '7'),
      { address, kind: 'cycle', remoteId: '3', applied: {}, run: null },
    ],
    openCreates: [
      {
        address: toConnectorAddress(account, 'crm'),
        kind: 'connector',
        idsBefore: ['1'],
        connectorIdsBefore: [],
        begunAt,
      },
    ],
    openPauses: [
      {
        address,
        cycleId: '3',
        schedule: { kind: 'webhook' },
        sent: null,
        pausedAt: begunAt,
        reason: 'an edit',
      },
    ],
    openWrites: [{ address, operation: 'update-3', does: 'writes the name', begunAt }],
  };
}

/** A run of drift, of the whole fleet where nothing is selected. */
export function makeDriftRun(
  id: string,
  select: readonly string[] = [],
  more: Partial<DriftRun> = {},
): DriftRun {
  return {
    id,
    at: '2026-11-21T18:51:32Z',
    commit: 'c0ffee+',
    select,
    accounts: 3,
    withDrift: 1,
    unread: 0,
    items: 2,
    byKind: { field: 1, gone: 1, 'authentication-lost': 0, stopped: 0 },
    byMoved: { live: 2, both: 0, unknown: 0 },
    ...more,
  };
}
