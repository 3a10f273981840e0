import type { WrittenInput } from '../../../model/manifest/blueprint.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Nested } from '../../fleet/nested.ts';

/** An account as its manifest says, with its placeholders. */
export type Member = Pick<WrittenAccount, 'metadata' | 'spec'>;

/** A blueprint, a table and overrides that come to the manifests of some accounts. */
export type FleetDraft = {
  readonly inputs: ReadonlyMap<string, WrittenInput>;
  /** Settings of the blueprint. */
  readonly settings: Nested;
  readonly members: readonly Member[];
  /** Cells by account, then column; without those that are not given. */
  readonly cells: ReadonlyMap<Member, ReadonlyMap<string, string>>;
  /** Settings of one account that no cell can give, or that few accounts have. */
  readonly overrides: ReadonlyMap<Member, Nested>;
};

/** Most accounts, of so many, that get an override for a value of their own; others a column. */
export function countOdd(accounts: number): number {
  return Math.max(1, Math.floor(accounts / 20));
}
