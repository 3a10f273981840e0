import { type Address, type FieldPath, toAccountAddress } from '../address.ts';
import type { AppliedValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';
import type { BaselineValue } from '../observed/baseline.ts';
import type { AccountState, ObjectRecord, Released } from '../state/account-state.ts';
import type { Fingerprint } from './secret.ts';

// The service shows many secrets like any text. The places where secrets were written, or were
// about to be, identify them.

type KnownState = Pick<AccountState, 'account' | 'objects' | 'creates' | 'writes'>;

/** The live object, or null. */
type Live = Pick<Released, 'kind'> & { readonly id: RemoteId };

/**
 * Fields of an object that had, or may have had, a secret of ours, by its state and by earlier
 * objects of that id.
 */
export function listSecretPlaces(
  state: KnownState,
  address: Address,
  live: Live | null,
): ReadonlySet<FieldPath> {
  const record = state.objects.get(address);
  return new Set([
    ...listWrittenSecrets(record),
    ...(record?.secretPlaces ?? []),
    ...(state.creates.get(address)?.secrets ?? []),
    ...(state.writes.get(address)?.secrets ?? []),
    ...listReleasedIn(state).flatMap((each) => (isOf(each, live) ? each.secretPlaces : [])),
  ]);
}

/** The account's record of released objects, with these; a bound object has its own record. */
export function listReleased(
  state: KnownState,
  { dropped, bound }: { readonly dropped: readonly Address[]; readonly bound: readonly Live[] },
): Pick<ObjectRecord, 'letGo'> {
  const now = dropped.flatMap((address): Released[] => {
    const record = state.objects.get(address);
    if (record === undefined) return [];
    const { kind, remoteId } = record;
    const written = listSecretPlaces(state, address, { kind, id: remoteId });
    const places = new Set([...written, ...listBaselineSecrets(record)]);
    return places.size === 0 ? [] : [{ kind, remoteId, secretPlaces: [...places].sort() }];
  });
  const earlier = listReleasedIn(state).filter(
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
 * Records that do not yet list the secret places of unfinished writes, with those. The record must
 * have them before the note of a write is replaced.
 */
export function listUnrecorded(state: KnownState): readonly ObjectRecord[] {
  return [...state.writes.values()].flatMap(({ address, secrets = [] }) => {
    const record = state.objects.get(address);
    if (record === undefined) return [];
    const noted = { ...state, creates: new Map(), writes: new Map() };
    const reported = listSecretPlaces(noted, address, null);
    if (secrets.every((path) => reported.has(path))) return [];
    return [withSecretPlaces(record, listSecretPlaces(state, address, null))];
  });
}

/** A record with secret places that its own values do not show. */
export function withSecretPlaces(
  record: ObjectRecord,
  places: ReadonlySet<FieldPath>,
): ObjectRecord {
  const { secretPlaces: _, ...rest } = record;
  if (places.size === 0) return rest;
  const written = new Set(listWrittenSecrets(record));
  const left = [...places].filter((path) => !written.has(path)).sort();
  return left.length === 0 ? rest : { ...rest, secretPlaces: left };
}

function listWrittenSecrets(record: ObjectRecord | undefined): FieldPath[] {
  const { applied = {} } = record ?? {};
  // Without pairs: an apply asks it of a cycle of thousands of fields for each of them.
  const paths = Object.keys(applied) as FieldPath[];
  return paths.filter((path) => applied[path]?.kind === 'secret');
}

// Members that nothing but the baseline knows as secrets are lost with the record.
function listBaselineSecrets({ baseline = {} }: ObjectRecord): FieldPath[] {
  const members = Object.entries<BaselineValue>(baseline);
  return members.flatMap(([path, { kind }]) => (kind === 'secret' ? [path as FieldPath] : []));
}

/** The fingerprints of secrets that we wrote, and of what was shown of them: a text of which one is this is a secret. */
export function listSecretFingerprints(records: readonly ObjectRecord[]): ReadonlySet<Fingerprint> {
  const secrets = records
    .flatMap(({ applied }) => Object.values<AppliedValue>(applied))
    .flatMap((value) => (value.kind === 'secret' ? [value.written, value.read] : []));
  return new Set(secrets.filter((fingerprint) => fingerprint !== null));
}
