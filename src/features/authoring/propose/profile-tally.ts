import { toHash } from '../../../kit/hash.ts';
import type { FieldPath } from '../../../model/address.ts';
import { findNearestProfile } from './find-nearest-profile.ts';
import type {
  AccountProfile,
  Cluster,
  Outlier,
  ProfileDifference,
  ProfilePart,
  Proposal,
} from './proposal.ts';
import { ValueTally } from './value-tally.ts';

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
