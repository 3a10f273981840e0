import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import type { FleetDraft, Member } from './fleet-draft.ts';
import { makeFleetDraft } from './make-fleet-draft.ts';

/** Fewest accounts that become a fleet. */
const fewestMembers = 3;

/** Least share of entries that an account has in common with those of its group. */
const leastShare = 0.5;

/** Drafts fleets of accounts that are alike, the largest first; the other accounts are in none. */
export function makeFleetDrafts(members: readonly Member[]): readonly FleetDraft[] {
  return listGroups(members)
    .flatMap(draftGroup)
    .sort((left, right) => right.members.length - left.members.length);
}

// Accounts that do not fit may have a blueprint of their own.
function draftGroup(group: readonly Member[]): readonly FleetDraft[] {
  let left = group;
  const misfits: Member[] = [];
  while (left.length >= fewestMembers) {
    const drafted = makeFleetDraft(left);
    if (drafted.misfits.size === 0) return [drafted.draft, ...draftGroup(misfits)];
    misfits.push(...drafted.misfits);
    left = left.filter((member) => !drafted.misfits.has(member));
  }
  return misfits.length < group.length ? draftGroup(misfits) : [];
}

/**
 * Groups accounts with the same connectors and cycles, the largest group first. Accounts that have
 * at least half of them in common with a larger group join it.
 */
function listGroups(members: readonly Member[]): readonly (readonly Member[])[] {
  const shapes = Map.groupBy(members, (member) => JSON.stringify([...listEntries(member)].sort()));
  const sorted = [...shapes.values()].sort((left, right) => right.length - left.length);
  const groups: { readonly entries: ReadonlySet<string>; readonly members: Member[] }[] = [];
  for (const alike of sorted) {
    const entries = listEntries(alike[0]);
    const group = groups.find((each) => measureShare(each.entries, entries) >= leastShare);
    if (group === undefined) groups.push({ entries, members: [...alike] });
    else group.members.push(...alike);
  }
  return groups.map((group) => group.members);
}

// An entry is its key and what it is made from: a key alone may mean another thing elsewhere.
function listEntries(member: Member | undefined): ReadonlySet<string> {
  const { connectors = {}, cycles = {} } = member?.spec ?? {};
  return new Set([
    ...Object.entries(connectors).map(([key, { connector }]) =>
      toEntryPointer(toEntryPointer('/connectors', key), connector?.name ?? ''),
    ),
    ...Object.entries(cycles).map(([key, { from }]) =>
      toEntryPointer(toEntryPointer('/cycles', key), JSON.stringify(from)),
    ),
  ]);
}

function measureShare(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((entry) => right.has(entry)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 1 : shared / all;
}
