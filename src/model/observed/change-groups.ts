import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';
import { toFieldAddress } from '../address.ts';
import type { ShownValue } from '../plan/change.ts';
import type { DriftFinding } from '../plan/plan.ts';
import type { DriftPart } from './unmanaged.ts';

/** Equal unmanaged changes of several accounts: the same place in each, with equal values. */
export type ChangeGroup = {
  /** The number in the report, and a digest of all members: `1-7c3e90ab12cd`. */
  readonly id: string;
  /** The place below each account: `cycles/contacts-to-files/logRequests`. */
  readonly path: string;
  readonly before: ShownValue;
  readonly now: ShownValue;
  /** Changes that came with it. */
  readonly parts?: readonly DriftPart[];
  /** Number of accounts. */
  readonly accounts: number;
};

/** An unmanaged change, as a report shows it. */
export type GroupedChange = Pick<DriftFinding, 'address' | 'path' | 'before' | 'now' | 'parts'>;

/** Collects unmanaged changes by what changed, account by account in the order of a run. */
export type ChangeGroups = {
  readonly add: (change: GroupedChange) => void;
  /** Groups of two and more, the largest first. */
  readonly list: () => readonly ChangeGroup[];
};

/** Hexadecimal digits of a digest in an id. */
const digits = 12;

const id = new RegExp(String.raw`^[1-9]\d*-[0-9a-f]{${digits}}$`);

/** Returns whether a text has the form of the id of a group. */
export function isGroupId(text: string): boolean {
  return id.test(text);
}

/** Returns whether two ids have the same members with the same values; their numbers may differ. */
export function isSameGroup(one: string, other: string): boolean {
  return one.slice(-digits) === other.slice(-digits);
}

/** Returns whether a change is a member of a group. */
export function isInGroup(change: GroupedChange, { path, ...group }: ChangeGroup): boolean {
  const key = toKey(change);
  return key !== null && key === formatKey(path, group);
}

/** Makes a function that finds the id of the group that a change is a member of; null without one. */
export function makeGroupFinder(
  groups: readonly ChangeGroup[],
): (change: GroupedChange) => string | null {
  const ids = new Map(groups.map(({ id: name, path, ...group }) => [formatKey(path, group), name]));
  return (change) => ids.get(toKey(change) ?? '') ?? null;
}

/** Groups the unmanaged changes of one environment. */
export function makeChangeGroups(environment: string): ChangeGroups {
  const groups = new Map<string, OpenGroup>();
  return {
    add: (change) => {
      const key = toKey(change);
      if (key === null) return;
      const { before, now, parts } = change;
      const group = groups.get(key) ?? {
        path: toPlace(change),
        before,
        now,
        ...(parts === undefined ? {} : { parts }),
        accounts: 0,
        digest: toHash(JSON.stringify([environment, key])),
      };
      group.accounts += 1;
      group.digest = toHash(`${group.digest} ${change.address}`);
      groups.set(key, group);
    },
    list: () =>
      [...groups.values()]
        .filter(({ accounts }) => accounts > 1)
        .toSorted(
          (one, other) => other.accounts - one.accounts || compareTexts(one.path, other.path),
        )
        .map(({ digest, ...group }, at) => ({
          id: `${at + 1}-${digest.slice(0, digits)}`,
          ...group,
        })),
  };
}

type OpenGroup = Omit<ChangeGroup, 'id' | 'accounts'> & { accounts: number; digest: string };

// Null for a hidden value, because a reader cannot see that it is equal.
function toKey(change: GroupedChange): string | null {
  const { path, parts = [] } = change;
  const sides = [change, ...parts].flatMap(({ before, now }) => [before, now]);
  if (path === null || sides.some(({ kind }) => kind !== 'plain')) return null;
  return formatKey(toPlace(change), change);
}

function formatKey(
  place: string,
  { before, now, parts = [] }: Pick<GroupedChange, 'before' | 'now' | 'parts'>,
): string {
  return toHash(formatCanonicalJson([place, before, now, ...(parts.length === 0 ? [] : [parts])]));
}

function toPlace({ address, path }: GroupedChange): string {
  const place = path === null ? address : toFieldAddress(address, path);
  return place.slice(place.indexOf('/') + 1);
}
