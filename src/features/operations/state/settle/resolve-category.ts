import { type CategoryAddress, toFieldPath } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import {
  type AccountState,
  findMadeCategory,
  type StateChange,
} from '../../../../model/memory/account-state.ts';
import type { Finding } from './resolve-object.ts';

/**
 * What the store shall know after a person has looked for a custom category, which nothing in the service
 * lists. One that exists is bound under whatever name it has there; one that is absent is made by the next
 * apply.
 */
export function resolveCategory(
  memory: AccountState,
  { address, connector, key }: CategoryAddress,
  finding: Finding,
): { readonly change: StateChange } | { readonly refused: Diagnostic } {
  const record = memory.objects.get(connector);
  if (record === undefined) {
    const summary = `Nothing is bound of ${connector}, whose category it would be`;
    return { refused: refuse(address, summary) };
  }
  const bound = findMadeCategory(record, key);
  const { [key]: _, ...others } = record.categories ?? {};
  const isOpen = memory.creates.has(address);
  const change = { account: memory.account, closeCreates: [address] };
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
    return { refused: refuse(address, `Nothing is open or bound of ${address}`) };
  }
  return { change: { ...change, saveObjects: [{ ...record, applied, categories: others }] } };
}

function refuse(address: CategoryAddress['address'], summary: string): Diagnostic {
  return { code: 'not-settled', severity: 'error', summary, address };
}
