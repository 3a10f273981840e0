import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import type { FieldPath } from '../../../model/address.ts';
import type {
  AccountProfile,
  Cluster,
  Outlier,
  PathValues,
  ProfileDifference,
  ProfilePart,
  ProfileValue,
  Proposal,
  ValueCount,
} from './proposal.ts';

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

type Parts = ReadonlyMap<string, ProfilePart>;

/** Counts the values of this many profiles; later ones by digest alone. */
const maxDetailed = 1000;

type Profile = {
  /** Keys, in the order of arrival. */
  readonly accounts: string[];
  /** Null beyond the limit of detailed profiles. */
  readonly detail: { readonly parts: readonly ProfilePart[]; readonly values: ValueTally } | null;
};

/**
 * Counts accounts by profile, and their values. Keeps a key per account and a bounded number of
 * values per profile, because a fleet may be large.
 */
export class ProfileTally {
  readonly #shapes = new Map<string, Profile>();
  readonly #secrets = new Set<FieldPath>();

  add({ account, parts, values }: AccountProfile): void {
    const digest = toHash(JSON.stringify(parts.map(({ path, form }) => [path, form])));
    const shape = this.#shapes.get(digest) ?? this.#begin(digest, parts);
    shape.accounts.push(account);
    shape.detail?.values.add(account, values);
    for (const [path, { kind }] of values) if (kind === 'secret') this.#secrets.add(path);
  }

  /** Returns the proposal, with at most `most` shared profiles and as many outliers. */
  total(most: number): Proposal {
    const shapes = [...this.#shapes.values()].sort(compareProfiles);
    const shared = shapes.filter(({ accounts }) => accounts.length > 1);
    const alone = shapes.filter(({ accounts }) => accounts.length === 1);
    const reported = shared.slice(0, most);
    const clusters = reported.map((shape, index) => this.#tell(shape, reported.slice(0, index)));
    const rest = shared.slice(most);
    return {
      accounts: countAccounts(shapes),
      shapes: shapes.length,
      clusters,
      more: { shapes: rest.length, accounts: countAccounts(rest) },
      outliers: alone.slice(0, most).map((shape) => toOutlier(shape, reported)),
      moreOutliers: Math.max(0, alone.length - most),
    };
  }

  #begin(digest: string, parts: readonly ProfilePart[]): Profile {
    const isDetailed = this.#shapes.size < maxDetailed;
    const detail = isDetailed ? { parts, values: new ValueTally() } : null;
    const shape: Profile = { accounts: [], detail };
    this.#shapes.set(digest, shape);
    return shape;
  }

  #tell(shape: Profile, larger: readonly Profile[]): Cluster {
    const { accounts, detail } = shape;
    return {
      accounts,
      parts: detail?.parts ?? null,
      values: detail?.values.total(accounts.length, this.#secrets) ?? [],
      difference: compareTo(larger, shape),
    };
  }
}

function toOutlier(shape: Profile, shared: readonly Profile[]): Outlier {
  const [account = ''] = shape.accounts;
  return { account, parts: shape.detail?.parts ?? null, difference: compareTo(shared, shape) };
}

function compareTo(others: readonly Profile[], { detail }: Profile): ProfileDifference | null {
  if (detail === null) return null;
  return findNearestProfile(
    detail.parts,
    others.map((other) => other.detail?.parts ?? []),
  );
}

function countAccounts(shapes: readonly Profile[]): number {
  return shapes.reduce((sum, { accounts }) => sum + accounts.length, 0);
}

// Sorts by size, then by first account.
function compareProfiles(left: Profile, right: Profile): number {
  const bySize = right.accounts.length - left.accounts.length;
  if (bySize !== 0) return bySize;
  return (left.accounts[0] ?? '') < (right.accounts[0] ?? '') ? -1 : 1;
}

/**
 * Finds the profile that shares most parts, the first of equals; null when none shares a part.
 * Omits parts within a missing part.
 */
function findNearestProfile(
  parts: readonly ProfilePart[],
  shapes: readonly (readonly ProfilePart[])[],
): ProfileDifference | null {
  const own = new Map(parts.map((part) => [part.path, part]));
  let nearest: { readonly distance: number; readonly found: ProfileDifference } | null = null;
  for (const [index, others] of shapes.entries()) {
    const found = compareParts(own, new Map(others.map((part) => [part.path, part])));
    const distance = found.has.length + found.lacks.length + found.differs.length;
    if (!others.some(({ path }) => own.has(path))) continue;
    if (nearest !== null && nearest.distance <= distance) continue;
    nearest = { distance, found: { from: index + 1, ...found } };
  }
  if (nearest === null) return null;
  const { has, lacks, ...rest } = nearest.found;
  return { ...rest, has: withoutInner(has), lacks: withoutInner(lacks) };
}

function compareParts(own: Parts, others: Parts): Omit<ProfileDifference, 'from'> {
  return {
    has: [...own.values()].filter(({ path }) => !others.has(path)),
    lacks: [...others.values()].filter(({ path }) => !own.has(path)),
    differs: [...own.values()].flatMap(({ path, form }) => {
      const there = others.get(path)?.form ?? form;
      return there === form ? [] : [{ path, form, there }];
    }),
  };
}

function withoutInner(parts: readonly ProfilePart[]): readonly ProfilePart[] {
  const paths = new Set<string>(parts.map(({ path }) => path));
  return parts.filter(({ path }) => {
    const names = path.split('/');
    return !names.some((_, index) => index > 0 && paths.has(names.slice(0, index).join('/')));
  });
}

/** Counts the values of one profile by path. */
class ValueTally {
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
    .sort((left, right) => right.accounts - left.accounts || compareTexts(left.first, right.first))
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
  return toRank(left) - toRank(right) || compareTexts(left, right);
}

function toRank(path: FieldPath): number {
  if (path.startsWith('cycles/')) return 2;
  return path.startsWith('connectors/') ? 1 : 0;
}
