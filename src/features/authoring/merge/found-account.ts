import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { AccountDocument, RawDocument } from '../../../model/manifest/manifest.ts';
import type { Variables } from '../../../model/manifest/variable.ts';
import type { KnownSecrets } from '../../../model/secret/known-secrets.ts';
import type { DescribedAccount } from '../describe/described-account.ts';

/** An account of a manifest file, and what was found of it. */
export type FoundAccount = {
  /** What the manifest means in the environment that was looked at. */
  readonly document: AccountDocument;
  /** The same with its placeholders as they are written. */
  readonly raw: RawDocument;
  /** What its placeholders can name in that environment. */
  readonly variables: Variables | null;
  readonly diff: AccountDiff;
  readonly secrets: KnownSecrets;
  /** Connectors and cycles that no manifest has and that this one is to have; null: none are wanted. */
  readonly additions: DescribedAccount | null;
  /** Fields that must stay as they are written, by their addresses, and why. */
  readonly rejected: ReadonlyMap<Address, Diagnostic>;
};
