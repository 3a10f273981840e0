import type { Address } from '../../../model/address.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** Objects of one account to destroy, as a person named them. */
export type DestroyTarget = {
  readonly account: string;
  /** External id. */
  readonly id: string;
  /** Span of the account in its manifest; null without a manifest. */
  readonly at: SourceSpan | null;
  /** Objects to destroy; all of the account when it is named itself. */
  readonly addresses: ReadonlySet<Address>;
  readonly isWholeAccount: boolean;
  /** Its row says that it is leaving, so that no apply creates it again. */
  readonly isLeaving: boolean;
  /** Objects that the manifest protects. */
  readonly protectedAddresses: ReadonlySet<Address>;
  /** Objects that the manifest still declares, with their spans. */
  readonly named: ReadonlyMap<Address, SourceSpan>;
};
