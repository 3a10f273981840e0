import type { Address } from '../../../model/address.ts';
import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type { AccountListing, Catalog, Structures } from '../../../model/live/reading.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { CycleEntry } from '../../diff/diff-cycles.ts';
import type { MatchedAccount } from '../match-account.ts';
import type { WholeCycles } from '../run-context.ts';
import { readDeposed } from './read-deposed.ts';
import { readNamedCycles } from './read-named-cycles.ts';

/** Reads deposed cycles, and the managed parts of all others with their names resolved. */
export async function readMatchedCycles(
  reader: ServiceReader,
  matched: MatchedAccount & {
    readonly desired: AccountDiff['desired'];
    readonly account: LiveAccount | null;
    readonly catalog: Catalog | null;
    readonly listing: AccountListing;
    readonly structures: Structures;
    readonly wholeCycles?: WholeCycles;
  },
): Promise<
  Answer<{
    /** By the address of their replacement. */
    readonly deposed: ReadonlyMap<Address, readonly Deposed[]>;
    readonly named: readonly CycleEntry[];
  }>
> {
  const { state, catalog, connectors, cycles: pairs, listing } = matched;
  const deposed = await readDeposed(reader, { ...matched, pairs });
  if (!deposed.ok) return deposed;
  if (catalog === null) return { ok: true, value: { deposed: deposed.value, named: [] } };
  const named = await readNamedCycles(reader, {
    ...matched,
    pairs,
    catalog,
    predecessors: deposed.value,
    binding: { state, connectors, liveConnectors: listing.connectors ?? [] },
  });
  return named.ok ? { ok: true, value: { deposed: deposed.value, named: named.value } } : named;
}
