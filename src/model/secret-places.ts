import type { Address, FieldPath } from './address.ts';
import type { AccountMemory, ObjectRecord } from './memory.ts';

// The service shows many secrets as it shows any text. Whether a text that is there may be one is known by what was
// written there, or was about to be.

/** Fields of an object that had a secret of ours once, or may have had, by all that is remembered of it. */
export function listSecretPlaces(
  memory: Pick<AccountMemory, 'objects' | 'creates' | 'writes'>,
  address: Address,
): ReadonlySet<FieldPath> {
  const record = memory.objects.get(address);
  return new Set([
    ...listWrittenSecrets(record),
    ...(record?.secretPlaces ?? []),
    ...(memory.creates.get(address)?.secrets ?? []),
    ...(memory.writes.get(address)?.secrets ?? []),
  ]);
}

/**
 * Records that do not tell yet of the places of writes that were begun, with these. A note of a write is closed, and
 * another takes its place: what it said of secrets must stand in the record before.
 */
export function listUntold(
  memory: Pick<AccountMemory, 'objects' | 'creates' | 'writes'>,
): readonly ObjectRecord[] {
  return [...memory.writes.values()].flatMap(({ address, secrets = [] }) => {
    const record = memory.objects.get(address);
    if (record === undefined) return [];
    const told = listSecretPlaces({ ...memory, creates: new Map(), writes: new Map() }, address);
    if (secrets.every((path) => told.has(path))) return [];
    return [keepSecretPlaces(record, listSecretPlaces(memory, address))];
  });
}

/** A record with the places that its own values do not tell of. */
export function keepSecretPlaces(
  record: ObjectRecord,
  places: ReadonlySet<FieldPath>,
): ObjectRecord {
  const { secretPlaces: _, ...rest } = record;
  const written = new Set(listWrittenSecrets(record));
  const left = [...places].filter((path) => !written.has(path)).sort();
  return left.length === 0 ? rest : { ...rest, secretPlaces: left };
}

function listWrittenSecrets(record: ObjectRecord | undefined): FieldPath[] {
  const applied = Object.entries(record?.applied ?? {});
  return applied.flatMap(([path, { kind }]) => (kind === 'secret' ? [path as FieldPath] : []));
}
