import type { Address } from '../../../model/address.ts';
import type { Slot } from '../../../model/desired/bound.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';

/**
 * Sentence for readers of a manifest, above the key of its path, or at the end of the nearest map.
 */
export type Remark = {
  /**
   * Topic: a part left out, a schedule, a sign-in, a release, a difference from a template, or an
   * unknown id of a file.
   */
  readonly topic: 'left-out' | 'schedule' | 'sign-in' | 'release' | 'template' | 'file';
  readonly path: readonly string[];
  readonly text: string;
  /** Lines to write there, without comment marks. */
  readonly lines?: readonly string[];
};

/** Secret that a manifest refers to and that a person must provide; never its value. */
export type SuggestedSecret = {
  /** Name of an environment variable. */
  readonly env: string;
  /** Purpose. */
  readonly address: Address;
  /** Set for a user name, which has no place among secrets. */
  readonly isUserName?: true;
};

/** Reason why a value of the manifest differs from the service; null without a place. */
export type Fault = {
  /** JSON pointer. */
  readonly pointer: string | null;
  readonly diagnostic: Diagnostic;
};

/** Live account as a manifest. */
export type DescribedAccount = {
  readonly written: WrittenAccount;
  readonly remarks: readonly Remark[];
  /** Parts that could not be expressed. */
  readonly leftOut: readonly Diagnostic[];
  /** Keys of installed connectors by id, existing entries included. */
  readonly connectorKeys: ReadonlyMap<RemoteId, string>;
  /** Slots of existing cycles from templates, by key. */
  readonly slots: ReadonlyMap<string, readonly UsedSlot[]>;
};

/** Slot with the ids of the connectors that its steps use. */
export type UsedSlot = Slot & { readonly used: readonly RemoteId[] };

/** Existing entries of a manifest, by kind. */
export type ManagedEntries = {
  /** Keys by id in the service. */
  readonly byId: ReadonlyMap<RemoteId, string>;
  /** All keys. */
  readonly keys: ReadonlySet<string>;
  /** Managed objects without an entry, because someone removed the entry on purpose. */
  readonly removed: ReadonlySet<RemoteId>;
};
