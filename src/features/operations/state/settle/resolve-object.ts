import type { Address, ObjectKind } from '../../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import { listSecretPlaces, withSecretPlaces } from '../../../../model/secret/secret-places.ts';
import type {
  AccountState,
  ObjectRecord,
  StateChange,
} from '../../../../model/state/account-state.ts';

/** Finding of a person: the object exists under an id, or does not exist. */
export type Finding =
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'absent' };

/**
 * Records what a person found of an object. Nothing counts as applied, so the next apply reads it.
 * Keeps an existing binding to another object.
 */
export function resolveObject(
  state: AccountState,
  at: { readonly address: Address; readonly kind: ObjectKind; readonly externalId?: string },
  finding: Finding,
): { readonly change: StateChange } | { readonly refused: Diagnostic } {
  const { address, kind, externalId } = at;
  const { account } = state;
  const record = state.objects.get(address) ?? null;
  if (finding.kind === 'absent') {
    if (record === null && !state.creates.has(address)) {
      return {
        refused: refuse(address, `State has no binding or unfinished create of ${address}`),
      };
    }
    const isBound = record !== null;
    return {
      change: {
        account,
        closeCreates: [address],
        ...(isBound ? { deleteObjects: [address], closePauses: [address] } : {}),
      },
    };
  }
  const other = [...state.objects.values()].find(
    (item) => item.kind === kind && item.remoteId === finding.id,
  );
  const taken = record ?? other;
  if (taken !== undefined) {
    const summary = `${taken.address} is bound to ${taken.remoteId} already`;
    return { refused: { ...refuse(taken.address, summary), address } };
  }
  const bound: ObjectRecord = {
    address,
    kind,
    remoteId: finding.id,
    ...(externalId === undefined ? {} : { externalId }),
    applied: {},
    run: null,
  };
  // Keeps secret places, because the object may still hold the values of its create.
  const kept = withSecretPlaces(bound, listSecretPlaces(state, address, { kind, id: finding.id }));
  return { change: { account, saveObjects: [kept], closeCreates: [address] } };
}

function refuse(bound: Address, summary: string): Diagnostic {
  return reportError('not-settled', {
    summary,
    address: bound,
    remedy: `cyclectl state list shows bindings; cyclectl state forget ${bound} removes this one.`,
  });
}
