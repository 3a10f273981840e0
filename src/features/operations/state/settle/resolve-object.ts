import type { Address, ObjectKind } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type {
  AccountState,
  ObjectRecord,
  StateChange,
} from '../../../../model/memory/account-state.ts';
import { listSecretPlaces, withSecretPlaces } from '../../../../model/secret/secret-places.ts';

/** What a person found of an object: that it is there under an id, or that it is not. */
export type Finding =
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'absent' };

/**
 * What the store shall know after a person has looked. Nothing counts as applied to what is bound so; the
 * next apply takes it over as it is. What is bound already is not bound to something else.
 */
export function resolveObject(
  memory: AccountState,
  at: { readonly address: Address; readonly kind: ObjectKind; readonly externalId?: string },
  finding: Finding,
): { readonly change: StateChange } | { readonly refused: Diagnostic } {
  const { address, kind, externalId } = at;
  const { account } = memory;
  const record = memory.objects.get(address) ?? null;
  if (finding.kind === 'absent') {
    if (record === null && !memory.creates.has(address)) {
      return { refused: refuse(address, `Nothing is open or bound of ${address}`) };
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
  const other = [...memory.objects.values()].find(
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
  // What it was made with may stand there, whatever Git wants of it by now.
  const kept = withSecretPlaces(bound, listSecretPlaces(memory, address, { kind, id: finding.id }));
  return { change: { account, saveObjects: [kept], closeCreates: [address] } };
}

function refuse(bound: Address, summary: string): Diagnostic {
  return {
    code: 'not-settled',
    severity: 'error',
    summary,
    address: bound,
    remedy: `cyclectl state list shows what is bound, and cyclectl state forget ${bound} lets it go.`,
  };
}
