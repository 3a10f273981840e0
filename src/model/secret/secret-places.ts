import { type Address, type FieldPath, toAccountAddress } from '../address.ts';
import type { AppliedValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';
import type { AccountState, ObjectRecord, Released } from '../memory/account-state.ts';
import type { Fingerprint } from './secret.ts';

// The service shows many secrets as it shows any text. Whether a text that is there may be one is known by what was
// written there, or was about to be.

type KnownState = Pick<AccountState, 'account' | 'objects' | 'creates' | 'writes'>;

/** What is there, or null where nothing is. */
type Live = Pick<Released, 'kind'> & { readonly id: RemoteId };

/**
 * Fields of an object that had a secret of ours once, or may have had, by all that is remembered of it: also of what is
 * there now, from before it was let go of.
 */
export function listSecretPlaces(
  memory: KnownState,
  address: Address,
  live: Live | null,
): ReadonlySet<FieldPath> {
  const record = memory.objects.get(address);
  return new Set([
    ...listWrittenSecrets(record),
    ...(record?.secretPlaces ?? []),
    ...(memory.creates.get(address)?.secrets ?? []),
    ...(memory.writes.get(address)?.secrets ?? []),
    ...listReleasedIn(memory).flatMap((each) => (isOf(each, live) ? each.secretPlaces : [])),
  ]);
}

/**
 * What the record of the account says of objects that were let go of, with these; not of what is bound, whose
 * records say it.
 */
export function listReleased(
  memory: KnownState,
  { dropped, bound }: { readonly dropped: readonly Address[]; readonly bound: readonly Live[] },
): Pick<ObjectRecord, 'letGo'> {
  const now = dropped.flatMap((address): Released[] => {
    const record = memory.objects.get(address);
    if (record === undefined) return [];
    const { kind, remoteId } = record;
    const places = listSecretPlaces(memory, address, { kind, id: remoteId });
    return places.size === 0 ? [] : [{ kind, remoteId, secretPlaces: [...places].sort() }];
  });
  const earlier = listReleasedIn(memory).filter(
    (each) => !now.some((other) => isOf(other, { kind: each.kind, id: each.remoteId })),
  );
  const left = [...earlier, ...now].filter((each) => !bound.some((live) => isOf(each, live)));
  return left.length === 0 ? {} : { letGo: left };
}

function listReleasedIn({
  account,
  objects,
}: Pick<KnownState, 'account' | 'objects'>): readonly Released[] {
  return objects.get(toAccountAddress(account))?.letGo ?? [];
}

function isOf({ kind, remoteId }: Released, live: Live | null): boolean {
  return live !== null && live.kind === kind && live.id === remoteId;
}

/**
 * Records that do not tell yet of the places of writes that were begun, with these. A note of a write is closed, and
 * another takes its place: what it said of secrets must stand in the record before.
 */
export function listUnrecorded(memory: KnownState): readonly ObjectRecord[] {
  return [...memory.writes.values()].flatMap(({ address, secrets = [] }) => {
    const record = memory.objects.get(address);
    if (record === undefined) return [];
    const noted = { ...memory, creates: new Map(), writes: new Map() };
    const reported = listSecretPlaces(noted, address, null);
    if (secrets.every((path) => reported.has(path))) return [];
    return [withSecretPlaces(record, listSecretPlaces(memory, address, null))];
  });
}

/** A record with the places that its own values do not tell of. */
export function withSecretPlaces(
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

/** The fingerprints of secrets that we wrote, and of what was shown of them: a text of which one is this is a secret. */
export function listSecretFingerprints(records: readonly ObjectRecord[]): ReadonlySet<Fingerprint> {
  const secrets = records
    .flatMap(({ applied }) => Object.values<AppliedValue>(applied))
    .flatMap((value) => (value.kind === 'secret' ? [value.written, value.read] : []));
  return new Set(secrets.filter((fingerprint) => fingerprint !== null));
}
