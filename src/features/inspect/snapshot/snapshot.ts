import type { Address, FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlainValue } from '../../../model/fields/field-value.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { Fingerprint } from '../../../model/secret/secret.ts';

/** Format that this version writes and reads. */
export const snapshotFormat = 'cyclectl-snapshot/1';

/** Snapshot of cycles behind their templates, saved before an upgrade in the console. */
export type Snapshot = {
  readonly format: typeof snapshotFormat;
  readonly target: PlanTarget;
  /** ISO UTC. */
  readonly takenAt: string;
  readonly cycles: readonly CycleSnapshot[];
};

/** Parts of a cycle that an upgrade may change, by names. */
export type CycleSnapshot = {
  /** Key in the manifests. */
  readonly account: string;
  readonly id: RemoteId;
  readonly name: string;
  /** Null when the service does not list it. */
  readonly template: string | null;
  /** In the order of execution; `does` is the connector and the method. */
  readonly steps: readonly { readonly step: string; readonly does: string }[];
  /** Variables, mappings, description, tags and other settings, managed or not. */
  readonly fields: Readonly<Record<FieldPath, SnapshotValue>>;
};

/** Keeps a secret as its fingerprint alone. */
export type SnapshotValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | { readonly kind: 'secret'; readonly print: Fingerprint };

/** Difference of a cycle between then and now. Null: absent. */
export type SnapshotChange =
  | {
      readonly kind: 'step';
      readonly step: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | {
      readonly kind: 'field';
      readonly path: FieldPath;
      readonly before: SnapshotValue | null;
      readonly after: SnapshotValue | null;
    };

/**
 * Responsible for a difference: `plan` restores the value in Git; `settled` equals Git; `person`:
 * unmanaged; `unknown`: the account cannot be planned, as its diagnostics explain.
 */
export type ChangeOwner = 'plan' | 'settled' | 'person' | 'unknown';

/** Differences of a cycle since the snapshot. */
export type CycleChanges = {
  readonly cycle: CycleSnapshot;
  /** Null when no manifest declares it. */
  readonly address: Address | null;
  readonly state: 'gone' | 'behind' | 'upgraded';
  readonly changes: readonly (SnapshotChange & { readonly owner: ChangeOwner })[];
};

/** Differences of the cycles of an account. */
export type AccountChanges = {
  readonly account: string;
  readonly cycles: readonly CycleChanges[];
  /** Reasons why it could not be read or planned. */
  readonly diagnostics: readonly Diagnostic[];
};
