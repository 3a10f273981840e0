import type { Address } from '../address.ts';
import type { AccountState, ObjectRecord } from '../memory/account-state.ts';

/**
 * What an entry was bound to and is gone, where another object that was found by its name is there in its place; null
 * of all else. Nothing of ours was ever written to that other one.
 */
export function findLostBinding(
  object: { readonly address: Address; readonly live: unknown; readonly record: unknown },
  { objects }: Pick<AccountState, 'objects'>,
): ObjectRecord | null {
  if (object.live === null || object.record !== null) return null;
  return objects.get(object.address) ?? null;
}
