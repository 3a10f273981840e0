import { toSlug } from '../../../kit/text/to-slug.ts';
import { type Address, toCycleAddress } from '../../../model/address.ts';
import { type Deposed, isEffectivelyRunning } from '../../../model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';

/** A cycle that an export was asked for. */
export type ExportedCycle = {
  /** Under which it is remembered; that of a cycle of no manifest is its key. */
  readonly address: Address;
  /** Null where the service does not have it. */
  readonly live: LiveCycle | null;
  /** What the manifest has of it; null where no manifest has it. */
  readonly wanted: CycleDiff | null;
};

/**
 * Which live cycle an address means: the one of the manifest; as long as it has not taken the place of an earlier one,
 * that; an earlier one by its own address; or one that was made in the console. Undefined where there is none.
 */
export function selectExported(
  diff: AccountDiff,
  named: { readonly account: string; readonly key: string },
): ExportedCycle | undefined {
  const address = toCycleAddress(named.account, named.key);
  const wanted = diff.cycles.find((each) => each.address === address) ?? null;
  if (wanted !== null) {
    const earlier = findEarlier(diff, wanted);
    return { address, live: wanted.live, ...earlier, wanted };
  }
  for (const [successor, all] of diff.deposed) {
    const found = all.find((each) => each.address === address);
    const heir = diff.cycles.find((each) => each.address === successor) ?? null;
    if (found !== undefined) return { address, live: found.live, wanted: heir };
  }
  const live = findUnmanaged(diff, named.key);
  return live === undefined ? undefined : { address, live, wanted: null };
}

// What was made to take its place does not run before it has. Where it was not built as its file says, that is what
// people are told to look at.
function findEarlier(
  { deposed, memory }: AccountDiff,
  { address, live, record }: CycleDiff,
): Pick<Deposed, 'address' | 'live'> | undefined {
  const isUnproven = live !== null && record?.unproven !== undefined;
  if (live?.status === 'Active' || isUnproven) return undefined;
  const before = deposed.get(address) ?? [];
  const atWork = before.find((each) => isEffectivelyRunning(each, memory));
  const found = atWork ?? (live === null ? before[0] : undefined);
  return found === undefined ? undefined : { address: found.address, live: found.live };
}

// What was made in the console has the key that its name comes to, as for an export of the account.
function findUnmanaged({ liveOnlyCycles }: AccountDiff, key: string): LiveCycle | undefined {
  const fitting = liveOnlyCycles.filter(
    ({ record, live }) => record === null && (live.name === key || toSlug(live.name, 60) === key),
  );
  return fitting.length === 1 ? fitting[0]?.live : undefined;
}
