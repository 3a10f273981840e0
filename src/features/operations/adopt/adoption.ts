import type { Address, ObjectKind } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';

/** An object that is there, and the entry that it is bound to, or shall be. */
export type AdoptedObject = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly remoteId: RemoteId;
  /** The name that it has in the service. */
  readonly name: string;
};

/** What of an account can be bound. Nothing is bound by it. */
export type Adoption =
  | {
      readonly kind: 'found';
      readonly account: string;
      readonly adopts: readonly AdoptedObject[];
      /** What the manifest wants and the service does not have. */
      readonly missing: number;
    }
  | {
      readonly kind: 'refused';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
      /** Whether reading the service failed, as against what is not clear or wrong in the manifest. */
      readonly isUnread: boolean;
    };

/** An account of which something can be bound. */
export type FoundAdoption = Extract<Adoption, { readonly kind: 'found' }>;

/** What became of an account of which something was to be bound. */
export type AdoptionOutcome = {
  readonly account: string;
  readonly bound: readonly AdoptedObject[];
  readonly diagnostics: readonly Diagnostic[];
};
