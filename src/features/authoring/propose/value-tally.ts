import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import type { FieldPath } from '../../../model/address.ts';
import type { PathValues, ProfileValue, ValueCount } from './proposal.ts';

/** Most distinct values of a path; accounts with others are counted together. */
const maxKept = 20;

/** Longest text of a kept value. */
const maxTextLength = 120;

type PathTally = {
  accounts: number;
  /** By the digest of the value. */
  readonly values: Map<string, { readonly value: unknown; accounts: number; first: string }>;
  others: number;
};

/** Counts the values of one profile by path. */
export class ValueTally {
  readonly #paths = new Map<FieldPath, PathTally>();

  add(account: string, values: ReadonlyMap<FieldPath, ProfileValue>): void {
    for (const [path, value] of values) {
      const tally = this.#paths.get(path) ?? { accounts: 0, values: new Map(), others: 0 };
      this.#paths.set(path, tally);
      tally.accounts += 1;
      if (value.kind === 'plain') addValue(tally, value.value, account);
    }
  }

  /**
   * Returns the counts of `accounts` accounts by path: account, connectors, cycles. `secrets` are
   * paths without shown values.
   */
  total(accounts: number, secrets: ReadonlySet<FieldPath>): readonly PathValues[] {
    return [...this.#paths]
      .sort(([left], [right]) => comparePaths(left, right))
      .map(([path, tally]) => toPathValues({ path, tally }, accounts, secrets.has(path)));
  }
}

function addValue(tally: PathTally, value: unknown, account: string): void {
  const digest = toHash(formatCanonicalJson(value));
  const kept = tally.values.get(digest);
  if (kept !== undefined) kept.accounts += 1;
  else if (tally.values.size === maxKept) tally.others += 1;
  else tally.values.set(digest, { value: cutTexts(value), accounts: 1, first: account });
}

function toPathValues(
  { path, tally }: { readonly path: FieldPath; readonly tally: PathTally },
  accounts: number,
  isSecret: boolean,
): PathValues {
  if (isSecret) {
    return { path, kind: 'secret', accounts: tally.accounts, values: [], others: 0 };
  }
  const values: readonly ValueCount[] = [...tally.values.values()]
    .sort((left, right) => right.accounts - left.accounts || compare(left.first, right.first))
    .map((each) => ({ ...each }));
  const kind = values.length === 1 && values[0]?.accounts === accounts ? 'same' : 'varies';
  return { path, kind, accounts: tally.accounts, values, others: tally.others };
}

function cutTexts(value: unknown): unknown {
  if (typeof value === 'string') return toShortText(value, maxTextLength);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, maxKept).map(cutTexts);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item)]));
}

function comparePaths(left: FieldPath, right: FieldPath): number {
  return toRank(left) - toRank(right) || compare(left, right);
}

function toRank(path: FieldPath): number {
  if (path.startsWith('cycles/')) return 2;
  return path.startsWith('connectors/') ? 1 : 0;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
