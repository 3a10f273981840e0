import { toSlug } from '../../../kit/text/to-slug.ts';
import { type Address, toCycleAddress } from '../../../model/address.ts';
import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { isEffectivelyRunning, isRunning } from '../../../model/diff/run-state.ts';
import type { LiveCycle } from '../../../model/live/live.ts';

/** Cycle to export. */
export type ExportedCycle = {
  /** Address in state; of an unmanaged cycle its key. */
  readonly address: Address;
  /** Null when the service does not have it. */
  readonly live: LiveCycle | null;
  /** Entry in the manifest; null without one. */
  readonly wanted: CycleDiff | null;
};

/**
 * Selects the live cycle of an address: that of the manifest, before a cutover the deposed one, a
 * deposed one by its address, or an unmanaged one. Undefined without a match.
 */
export function selectExported(
  diff: AccountDiff,
  named: { readonly account: string; readonly key: string },
): ExportedCycle | undefined {
  const address = toCycleAddress(named.account, named.key);
  const wanted = diff.cycles.find((each) => each.address === address) ?? null;
  if (wanted !== null) {
    const earlier = findEarlier(wanted);
    return { address, live: wanted.live, ...earlier, wanted };
  }
  for (const cycle of diff.cycles) {
    const found = cycle.deposed.find((each) => each.address === address);
    if (found !== undefined) return { address, live: found.live, wanted: cycle };
  }
  const live = findUnmanaged(diff, named.key);
  return live === undefined ? undefined : { address, live, wanted: null };
}

// Prefers the deposed cycle before a cutover, because it still runs. Exports an unverified
// replacement, because people must review it.
function findEarlier({
  live,
  record,
  runState,
  deposed,
}: CycleDiff): Pick<Deposed, 'address' | 'live'> | undefined {
  const isUnproven = live !== null && record?.unproven !== undefined;
  if (isRunning(runState) || isUnproven) return undefined;
  const atWork = deposed.find(({ run }) => isEffectivelyRunning(run));
  const found = atWork ?? (live === null ? deposed[0] : undefined);
  return found === undefined ? undefined : { address: found.address, live: found.live };
}

// Matches an unmanaged cycle by the slug of its name, as an export of the account.
function findUnmanaged({ liveOnlyCycles }: AccountDiff, key: string): LiveCycle | undefined {
  const fitting = liveOnlyCycles.filter(
    ({ record, live }) => record === null && (live.name === key || toSlug(live.name, 60) === key),
  );
  return fitting.length === 1 ? fitting[0]?.live : undefined;
}
