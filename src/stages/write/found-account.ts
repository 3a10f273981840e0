import type { AccountDocument, RawDocument } from '../../model/manifest.ts';
import type { Variables } from '../../model/variable.ts';
import type { AccountDiff } from '../../model/verdict.ts';

/** An account of a manifest file, and what was found of it. */
export type FoundAccount = {
  /** What the manifest means in the environment that was looked at. */
  readonly document: AccountDocument;
  /** The same with its placeholders as they are written. */
  readonly raw: RawDocument;
  /** What its placeholders can name in that environment. */
  readonly variables: Variables | null;
  readonly diff: AccountDiff;
};
