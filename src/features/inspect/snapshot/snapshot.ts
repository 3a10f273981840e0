import type { Address, FieldPath } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlainValue } from '../../../model/fields/field-value.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { Fingerprint } from '../../../model/secret/secret.ts';

/** The format that this version writes and reads. */
export const snapshotFormat = 'cyclectl-snapshot/1';

/** What cycles have that are behind their templates, kept before an upgrade in the console. */
export type Snapshot = {
  readonly format: typeof snapshotFormat;
  readonly target: PlanTarget;
  /** ISO UTC. */
  readonly takenAt: string;
  readonly cycles: readonly CycleSnapshot[];
};

/** All of a cycle that an upgrade may change and people name. */
export type CycleSnapshot = {
  /** Its key in the manifests. */
  readonly account: string;
  readonly id: RemoteId;
  readonly name: string;
  /** Null where the service does not list it. */
  readonly template: string | null;
  /** In the order of execution; `does` is the connector and the method. */
  readonly steps: readonly { readonly step: string; readonly does: string }[];
  /** Variables, mappings, description and tags, managed or not. */
  readonly fields: Readonly<Record<FieldPath, SnapshotValue>>;
};

/** Of a secret there is the fingerprint alone. */
export type SnapshotValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | { readonly kind: 'secret'; readonly print: Fingerprint };

/** One difference between a cycle then and now. Null: it was not there, or is not any more. */
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
 * Who a difference is left to: `plan` puts it back, since Git has a value; `settled` is as Git has it; `person`: Git says
 * nothing of it; `unknown`: the account cannot be planned as it is, and its diagnostics say why.
 */
export type ChangeOwner = 'plan' | 'settled' | 'person' | 'unknown';

/** What became of a cycle since it was kept. */
export type CycleChanges = {
  readonly cycle: CycleSnapshot;
  /** In the manifests; null where none names it. */
  readonly address: Address | null;
  readonly state: 'gone' | 'behind' | 'upgraded';
  readonly changes: readonly (SnapshotChange & { readonly owner: ChangeOwner })[];
};

/** What was found of the cycles of an account. */
export type AccountChanges = {
  readonly account: string;
  readonly cycles: readonly CycleChanges[];
  /** Why it could not be read or planned. */
  readonly diagnostics: readonly Diagnostic[];
};
