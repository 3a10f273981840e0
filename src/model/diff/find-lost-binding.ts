import type { Address } from '../address.ts';
import type { AccountState, ObjectRecord } from '../state/account-state.ts';

/**
 * The lost binding of an entry, if another object now has its name; else null. Nothing of ours was
 * ever written to that object.
 */
export function findLostBinding(
  object: { readonly address: Address; readonly live: unknown; readonly record: unknown },
  { objects }: Pick<AccountState, 'objects'>,
): ObjectRecord | null {
  if (object.live === null || object.record !== null) return null;
  return objects.get(object.address) ?? null;
}
