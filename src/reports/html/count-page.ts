import type { Report } from '../../model/report/report-document.ts';
import type { AccountState } from '../classify/account-rank.ts';
import type { ObjectState } from '../classify/object-states.ts';
import type { AccountView } from './account-view.ts';
import { listAccountViews } from './accounts/list-account-views.ts';
import { type Age, toAge } from './age.ts';

/** Columns of objects in the table; further objects share one column. */
const maxColumns = 24;

/** Counts of all accounts for charts, tiles and the table, before the first account is written. */
export type PageCounts = {
  readonly accounts: number;
  readonly byState: ReadonlyMap<AccountState, number>;
  readonly byObject: ReadonlyMap<ObjectState, number>;
  readonly byAge: ReadonlyMap<Age, number>;
  /** Paths of objects, by which accounts name theirs; the first are columns. */
  readonly keys: readonly string[];
  readonly columns: number;
  /** Characters of details, by the rank of the account. */
  readonly details: ReadonlyMap<number, number>;
};

/** Walks over all accounts once and counts. */
export async function countPage(report: Report, madeAt: string): Promise<PageCounts> {
  let accounts = 0;
  const byState = new Map<AccountState, number>();
  const byObject = new Map<ObjectState, number>();
  const byAge = new Map<Age, number>();
  const byPath = new Map<string, number>();
  const details = new Map<number, number>();
  for await (const account of listAccountViews(report)) {
    accounts += 1;
    add(byState, account.state);
    for (const path of listPaths(account)) add(byPath, path);
    for (const { state, since } of account.counted) {
      add(byObject, state);
      if (since !== undefined) add(byAge, toAge(since, madeAt));
    }
    add(details, account.rank, JSON.stringify(account.parts).length);
  }
  return { accounts, byState, byObject, byAge, details, ...orderKeys(byPath) };
}

function add<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function listPaths({ objects, parts }: AccountView): ReadonlySet<string> {
  return new Set([
    ...objects.keys(),
    ...parts.flatMap(({ path }) => (path === null ? [] : [path])),
  ]);
}

// The account itself, then connectors, then cycles; the most common first.
function orderKeys(byPath: ReadonlyMap<string, number>): Pick<PageCounts, 'keys' | 'columns'> {
  const common = [...byPath].toSorted(
    ([left, had], [right, has]) =>
      Number(right === '') - Number(left === '') || has - had || compare(left, right),
  );
  const columns = common
    .slice(0, maxColumns)
    .toSorted(([left], [right]) => compare(toGroup(left), toGroup(right)));
  const others = common.slice(maxColumns);
  return { keys: [...columns, ...others].map(([path]) => path), columns: columns.length };
}

function toGroup(path: string): string {
  if (path === '') return '0';
  return path.startsWith('connectors/') ? '1' : path.startsWith('cycles/') ? '2' : '3';
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
