import { type CategoryAddress, toFieldPath } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import {
  type AccountState,
  findMadeCategory,
  type StateChange,
} from '../../../../model/state/account-state.ts';
import type { Finding } from './resolve-object.ts';

/**
 * Resolves a custom category that a person looked up, because the service lists none. Binds one
 * that exists; the next apply creates one that is absent.
 */
export function resolveCategory(
  state: AccountState,
  { address, connector, key }: CategoryAddress,
  finding: Finding,
): { readonly change: StateChange } | { readonly refused: Diagnostic } {
  const record = state.objects.get(connector);
  if (record === undefined) {
    const summary = `The connector ${connector} of this category is not in state`;
    return { refused: refuse(address, summary) };
  }
  const bound = findMadeCategory(record, key);
  const { [key]: _, ...others } = record.categories ?? {};
  const isOpen = state.creates.has(address);
  const change = { account: state.account, closeCreates: [address] };
  if (finding.kind === 'exists') {
    if (bound !== null) {
      return { refused: refuse(address, `${address} is bound to ${bound.id} already`) };
    }
    const categories = { ...others, [key]: { id: finding.id, name: null } };
    return { change: { ...change, saveObjects: [{ ...record, categories }] } };
  }
  const path = toFieldPath('customCategories', key);
  const { [path]: written, ...applied } = record.applied;
  if (!isOpen && bound === null && written === undefined) {
    return { refused: refuse(address, `State has no binding or unfinished create of ${address}`) };
  }
  return { change: { ...change, saveObjects: [{ ...record, applied, categories: others }] } };
}

function refuse(address: CategoryAddress['address'], summary: string): Diagnostic {
  return { code: 'not-settled', severity: 'error', summary, address };
}
