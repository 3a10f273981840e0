import type { Address } from '../../../model/address.ts';
import type { Slot } from '../../../model/desired/bound.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';

/**
 * A sentence for whoever reads the manifest. It stands above the key that the path leads to, or where that is not
 * written at the end of the nearest map around it.
 */
export type Remark = {
  /**
   * What it is about: something left out, when a cycle runs, how a connector signs in, which release it is of, what a
   * cycle does not share with its template, what the file of one does not explain.
   */
  readonly topic: 'left-out' | 'schedule' | 'sign-in' | 'release' | 'template' | 'file';
  readonly path: readonly string[];
  readonly says: string;
  /** Lines that can be written there, without what makes them a comment. */
  readonly lines?: readonly string[];
};

/** A secret that the manifest refers to and that somebody has to provide; never its value. */
export type SuggestedSecret = {
  /** Name of an environment variable. */
  readonly env: string;
  /** What it is for. */
  readonly address: Address;
};

/** Why a value of a manifest does not stand as it is in the service; null where no place of it is at fault. */
export type Fault = {
  /** JSON pointer. */
  readonly pointer: string | null;
  readonly diagnostic: Diagnostic;
};

/** The live state of an account in the words of a manifest. */
export type DescribedAccount = {
  readonly written: WrittenAccount;
  readonly remarks: readonly Remark[];
  /** What could not be said, and so is not in the manifest. */
  readonly leftOut: readonly Diagnostic[];
  /** The keys of installed connectors by their ids in the service, also of those that a manifest has already. */
  readonly connectorKeys: ReadonlyMap<RemoteId, string>;
  /** The slots of those cycles that a manifest has already and a template made, by their keys. */
  readonly slots: ReadonlyMap<string, readonly UsedSlot[]>;
};

/** A slot, and the ids of the installed connectors that its steps use in the service. */
export type UsedSlot = Slot & { readonly used: readonly RemoteId[] };

/** What a manifest has of a kind already, where more of the account is to be described beside it. */
export type ManagedEntries = {
  /** The keys of those that are there, by their ids in the service. */
  readonly byId: ReadonlyMap<RemoteId, string>;
  /** All its keys. */
  readonly keys: ReadonlySet<string>;
  /** Ours, and no entry has them: whoever removed the entry has decided about them. */
  readonly removed: ReadonlySet<RemoteId>;
};
