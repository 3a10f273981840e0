import { compareTexts } from '../../kit/text/compare-texts.ts';
import type { Report } from '../../model/report/report-document.ts';
import type { AccountBlocks } from '../blocks/accounts/account-blocks.ts';
import { listAccountBlocks } from '../blocks/list-account-blocks.ts';
import type { AccountState } from '../classify/account-rank.ts';
import type { ObjectState } from '../classify/object-states.ts';
import { type Age, toAge } from './age.ts';
import { listPageParts, toPageAccount } from './to-page-account.ts';

/** Columns of objects in the table; further objects share one column. */
const maxColumns = 24;

/** Columns of labels in the table; further labels are shown with their account alone. */
const maxLabelColumns = 4;

/** Counts of all accounts for charts, tiles and the table, before the first account is written. */
export type PageCounts = {
  readonly accounts: number;
  readonly byState: ReadonlyMap<AccountState, number>;
  readonly byObject: ReadonlyMap<ObjectState, number>;
  readonly byAge: ReadonlyMap<Age, number>;
  /** Paths of objects, by which accounts name theirs; the first are columns. */
  readonly keys: readonly string[];
  readonly columns: number;
  /** Names of labels, the most common first; the first are columns. */
  readonly labels: readonly string[];
  readonly labelColumns: number;
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
  const byLabel = new Map<string, number>();
  const details = new Map<number, number>();
  for await (const account of listAccountBlocks(report, 'as-reported')) {
    accounts += 1;
    add(byState, account.state);
    for (const path of listPaths(account)) add(byPath, path);
    for (const name of Object.keys(account.labels ?? {})) add(byLabel, name);
    for (const { state, since } of account.counted) {
      add(byObject, state);
      if (since !== undefined) add(byAge, toAge(since, madeAt));
    }
    add(details, account.rank, countCharacters(account));
  }
  const labels = orderLabels(byLabel);
  const labelColumns = Math.min(labels.length, maxLabelColumns);
  const columns = { ...orderKeys(byPath), labels, labelColumns };
  return { accounts, byState, byObject, byAge, details, ...columns };
}

function add<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Characters of an account with its details. */
export function countCharacters(account: AccountBlocks): number {
  const keys = new Map<string, number>();
  const { says = '', changes = '' } = toPageAccount(account, { keys, labels: new Map() });
  return JSON.stringify([says, changes, listPageParts(account, keys)]).length;
}

function listPaths({ objects, sections }: AccountBlocks): ReadonlySet<string> {
  const named = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('object' in block ? [block.object] : [])),
  );
  return new Set([...objects.keys(), ...named]);
}

// The account itself, then connectors, then cycles; the most common first.
function orderKeys(byPath: ReadonlyMap<string, number>): Pick<PageCounts, 'keys' | 'columns'> {
  const common = [...byPath].toSorted(
    ([left, had], [right, has]) =>
      Number(right === '') - Number(left === '') || has - had || compareTexts(left, right),
  );
  const columns = common
    .slice(0, maxColumns)
    .toSorted(([left], [right]) => compareTexts(toGroup(left), toGroup(right)));
  const others = common.slice(maxColumns);
  return { keys: [...columns, ...others].map(([path]) => path), columns: columns.length };
}

function orderLabels(byLabel: ReadonlyMap<string, number>): readonly string[] {
  return [...byLabel]
    .toSorted(([left, had], [right, has]) => has - had || compareTexts(left, right))
    .map(([name]) => name);
}

function toGroup(path: string): string {
  if (path === '') return '0';
  return path.startsWith('connectors/') ? '1' : path.startsWith('cycles/') ? '2' : '3';
}
