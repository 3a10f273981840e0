import type { Address, ObjectKind } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';

/** Existing object, and the entry to bind it to. */
export type AdoptedObject = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly remoteId: RemoteId;
  /** Name in the service. */
  readonly name: string;
};

/** Objects of an account that can be bound; binds nothing itself. */
export type Adoption =
  | {
      readonly kind: 'found';
      readonly account: string;
      readonly adopts: readonly AdoptedObject[];
      /** Number of objects in the manifest that the service does not have. */
      readonly missing: number;
      /** Reasons why some of its objects cannot be bound. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly kind: 'refused';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
      /** True when the service could not be read, as opposed to an unclear or invalid manifest. */
      readonly isUnread: boolean;
    };

/** Account with objects that can be bound. */
export type FoundAdoption = Extract<Adoption, { readonly kind: 'found' }>;

/** Result of one account. */
export type AdoptionOutcome = {
  readonly account: string;
  readonly bound: readonly AdoptedObject[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Lists objects that a plan would adopt; none for an account without a plan. */
export function toAdoption(planned: PlannedAccount): Adoption {
  if (planned.kind === 'unplanned') {
    const { account, diagnostics, isUnread } = planned;
    return { kind: 'refused', account, diagnostics, isUnread };
  }
  const { account, changes, refused = [] } = planned.plan;
  const adopts = changes.flatMap((change): AdoptedObject[] => {
    if (change.verb !== 'adopt') return [];
    const { address, kind, remoteId, name } = change;
    return [{ address, kind, remoteId, name }];
  });
  const missing = changes.filter(({ verb }) => verb === 'create').length;
  const diagnostics = listRefusedDiagnostics(refused);
  return { kind: 'found', account, adopts, missing, diagnostics };
}
