import {
  isAccountAttentionNeeded,
  isAttentionNeeded,
  listHealth,
  toStateWord,
} from '../../../model/report/health.ts';
import type { AccountStatus, CycleStatus, ReadStatus } from '../../../model/report/status.ts';

/** Account, kind, address or name, state, health, next run and last success of an object. */
type Row = readonly [string, string, string, string, string, string, string];

/** Lists the objects that a status shows, as rows for a program: those that need a person, or all. */
export function* listStatusRows(
  accounts: readonly AccountStatus[],
  { isAll }: { readonly isAll: boolean },
): Generator<Row> {
  for (const account of accounts) {
    if (account.kind === 'unread') yield toRow(account, 'account', { state: 'unread' });
    else yield* listRead(account, isAll);
  }
}

function* listRead(account: ReadStatus, isAll: boolean): Generator<Row> {
  const { isThere, isGone, waits, behind, cycles } = account;
  const isBad = isAccountAttentionNeeded(account);
  if (!isThere && (isAll || isBad))
    yield toRow(account, 'account', { state: isGone === true ? 'gone' : 'absent' });
  for (const { address, isInstalled } of waits) {
    if (isAll || isInstalled)
      yield toRow(account, 'connector', { name: address, state: 'waiting' });
  }
  for (const { address, id } of isAll ? behind : [])
    yield toRow(account, 'connector', { name: address ?? id, state: 'behind' });
  for (const cycle of cycles) {
    if (isAll || isAttentionNeeded(cycle)) yield toCycleRow(account, cycle);
  }
}

function toCycleRow(account: ReadStatus, cycle: CycleStatus): Row {
  const { address, name, next, lastSuccess } = cycle;
  return toRow(account, 'cycle', {
    name: address ?? name,
    state: toStateWord(cycle),
    health: listHealth(cycle).join(','),
    next: next.kind === 'expected' ? next.at : '',
    last: lastSuccess ?? '',
  });
}

function toRow(
  { account }: AccountStatus,
  kind: 'account' | 'connector' | 'cycle',
  {
    name = '',
    state,
    health = '',
    next = '',
    last = '',
  }: {
    readonly name?: string;
    readonly state: string;
    readonly health?: string;
    readonly next?: string;
    readonly last?: string;
  },
): Row {
  return [account, kind, name, state, health, next, last];
}
