import { toFieldPath } from '../../../model/address.ts';
import type { BoundCycle } from '../../../model/desired/bound.ts';
import { listOwnSettings } from '../../../model/desired/cycle-file/own-settings.ts';
import { listDeposedAddresses } from '../../../model/desired/scope/deposed.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type { AccountListing, LiveStructure, Structures } from '../../../model/live/reading.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import { readStructure } from './read-structure.ts';

/**
 * Reads the structures of our cycles whose entries name another file than the applied one, and of
 * their deposed cycles.
 */
export async function readStructures(
  reader: ServiceReader,
  {
    account,
    bound,
    listing,
    state,
  }: {
    readonly account: LiveAccount | null;
    readonly bound: readonly BoundCycle[];
    readonly listing: AccountListing;
    readonly state: AccountState;
  },
): Promise<Answer<Structures>> {
  const found = new Map<string, LiveStructure>();
  if (account === null) return { ok: true, value: found };
  const there = new Set(listing.cycles?.map(({ id }) => id));
  for (const { desired, source } of bound) {
    if (source.kind !== 'file') continue;
    const { address } = desired;
    const before = listDeposedAddresses(state.objects.keys(), new Set([address]));
    for (const known of [address, ...before]) {
      const record = state.objects.get(known);
      if (record === undefined || listing.gone.has(known) || !there.has(record.remoteId)) continue;
      if (hasApplied(record, source.structure)) continue;
      const at = {
        account: account.id,
        cycle: record.remoteId,
        file: source.loaded.file,
        ownSettings: listOwnSettings(desired.fields),
      };
      const structure = await readStructure(reader, at);
      if (!structure.ok) return structure;
      found.set(record.remoteId, structure.value);
    }
  }
  return { ok: true, value: found };
}

function hasApplied({ applied }: ObjectRecord, structure: string): boolean {
  const value = applied[toFieldPath('from', 'file')];
  return value?.kind === 'plain' && value.value === structure;
}
