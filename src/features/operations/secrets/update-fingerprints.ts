import { findDocument } from '../../../engine/observe/find-document.ts';
import { resolveAccount } from '../../../engine/resolve/resolve-account.ts';
import {
  lockAccount,
  reportAccountLocked,
  type Session,
  withFence,
} from '../../../engine/run/journal/lock-account.ts';
import { type Address, type FieldPath, toFieldAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Clock, Secrets, StoreWriter } from '../../../model/ports.ts';
import type { Fingerprint } from '../../../model/secret/secret.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';
import { listSecretFields } from './list-secret-fields.ts';
import type { SecretSearch } from './list-secrets.ts';
import type { Rekeyed, SecretField, Unrekeyed } from './secret-use.ts';

/** Context of a rekey; `printOld` computes fingerprints with the previous key. */
export type RekeyContext = SecretSearch & {
  readonly store: StoreWriter;
  readonly clock: Clock;
  readonly session: Session;
  readonly oldFingerprint: (text: string) => Fingerprint;
};

type Tally = { done: number; already: number; left: Unrekeyed[]; diagnostics: Diagnostic[] };

/**
 * Computes each fingerprint in state with the current key, where the previous key proves that
 * today's secret is the written one. Sends nothing.
 */
export async function updateFingerprints(
  rekeying: RekeyContext,
): Promise<Rekeyed & { readonly diagnostics: readonly Diagnostic[] }> {
  const tally: Tally = { done: 0, already: 0, left: [], diagnostics: [] };
  for (const entry of rekeying.entries) {
    const answer = await lockAccount(rekeying, rekeying.session, entry.key);
    if (answer.kind === 'held') {
      tally.diagnostics.push(reportAccountLocked(answer.by, rekeying.environment.name));
      continue;
    }
    try {
      const store = withFence(rekeying.store, answer.fence);
      await rekeyAccount({ ...rekeying, store }, entry, tally);
    } finally {
      await rekeying.store.releaseLock(entry.key, answer.fence);
    }
  }
  return tally;
}

async function rekeyAccount(
  rekeying: RekeyContext,
  entry: AccountEntry,
  tally: Tally,
): Promise<void> {
  const environment = rekeying.environment.name;
  const { document, diagnostics } = await findDocument({ ...rekeying, environment }, entry);
  tally.diagnostics.push(...diagnostics);
  if (document === null) return;
  const resolve = (secrets: Secrets) => resolveAccount(document, environment, secrets);
  const [before, now] = [await resolve(withOldKey(rekeying)), await resolve(rekeying.secrets)];
  if (before === null || now === null) return;
  const prints = matchFingerprints(before, now);
  const { objects } = await rekeying.store.readState(entry.key);
  const saveObjects = [...objects.values()].flatMap((record) => {
    const applied = rekeyRecord(record, { prints, rekeying, tally });
    return applied === null ? [] : [{ ...record, applied }];
  });
  if (saveObjects.length > 0) await rekeying.store.update({ account: entry.key, saveObjects });
}

/** Resolves the same references with fingerprints of the previous key. */
function withOldKey({ secrets, oldFingerprint }: RekeyContext): Secrets {
  return {
    ...secrets,
    fingerprint: oldFingerprint,
    async bind(ref) {
      const value = await secrets.read(ref);
      return value === null
        ? secrets.bind(ref)
        : { ref, fingerprint: value.fingerprint(oldFingerprint) };
    },
  };
}

/**
 * Fingerprints of one value with both keys, by the address of its field; null without a value here.
 */
type FingerprintPairs = ReadonlyMap<
  Address,
  { readonly old: Fingerprint; readonly now: Fingerprint } | null
>;

function matchFingerprints(before: DesiredAccount, now: DesiredAccount): FingerprintPairs {
  const addressOf = ({ object, path }: SecretField) => toFieldAddress(object, path);
  const known = new Map(listSecretFields(now).map((field) => [addressOf(field), field]));
  return new Map(
    listSecretFields(before).map((field) => {
      const fingerprint = known.get(addressOf(field))?.fingerprint ?? null;
      const pair =
        field.fingerprint === null || fingerprint === null
          ? null
          : { old: field.fingerprint, now: fingerprint };
      return [addressOf(field), pair] as const;
    }),
  );
}

/** Replaces the fingerprints of a record; null when none changes. */
function rekeyRecord(
  record: ObjectRecord,
  { prints, rekeying, tally }: { prints: FingerprintPairs; rekeying: RekeyContext; tally: Tally },
): ObjectRecord['applied'] | null {
  const [newKey, oldKey] = [
    toKeyId(rekeying.secrets.fingerprint('')),
    toKeyId(rekeying.oldFingerprint('')),
  ];
  const changed: Record<FieldPath, AppliedValue> = {};
  for (const [path, value] of Object.entries(record.applied) as [FieldPath, AppliedValue][]) {
    if (value.kind !== 'secret' || value.written === null) continue;
    const address = toFieldAddress(record.address, path);
    const pair = prints.get(address);
    if (toKeyId(value.written) === newKey) tally.already += 1;
    else if (toKeyId(value.written) !== oldKey) tally.left.push({ address, why: 'third-key' });
    else if (pair === undefined) tally.left.push({ address, why: 'not-in-manifest' });
    else if (pair === null) tally.left.push({ address, why: 'no-value' });
    else if (pair.old !== value.written) tally.left.push({ address, why: 'differs' });
    else {
      tally.done += 1;
      // Keeps the fingerprint of a read value unless it equals the secret; the next apply records
      // it again.
      const read = value.read === pair.old ? pair.now : value.read;
      changed[path] = { ...value, written: pair.now, read };
    }
  }
  return Object.keys(changed).length === 0 ? null : { ...record.applied, ...changed };
}

function toKeyId(fingerprint: Fingerprint): string {
  return fingerprint.slice(0, fingerprint.indexOf(':'));
}
