import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import { isDrift } from '../../../model/diff/outcome.ts';
import type { AccountDocument, RawDocument } from '../../../model/manifest/manifest.ts';
import type { Variables } from '../../../model/manifest/variable.ts';
import type { KnownSecrets } from '../../../model/secret/known-secrets.ts';
import type { DescribedAccount } from '../describe/described-account.ts';

/** Account of a manifest file, with its observation. */
export type FoundAccount = {
  /** Manifest resolved for the observed environment. */
  readonly document: AccountDocument;
  /** Manifest with its placeholders as written. */
  readonly raw: RawDocument;
  /** Values that placeholders can use in that environment. */
  readonly variables: Variables | null;
  readonly diff: AccountDiff;
  readonly secrets: KnownSecrets;
  /** Unmanaged connectors and cycles to add; null for none. */
  readonly additions: DescribedAccount | null;
  /** Fields that must stay as written, by address, with the reason. */
  readonly rejected: ReadonlyMap<Address, Diagnostic>;
};

/** Detects a managed field that others changed in the service. */
export function hasDrifted(field: FieldDiff): boolean {
  const { live, pendingSeed } = field;
  return isDrift(field) && !pendingSeed && live !== null && live.kind !== 'not-readable';
}
