import { type Address, type ObjectKind, toObjectAddress } from '../address.ts';
import { toReplacement } from '../desired/scope/deposed.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';

/** An object that could not be planned, with the reasons. It stays unchanged. */
export type RefusedObject = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Returns whether the object of an address is refused. The cycles that a refused one replaces stay
 * too.
 */
export function isRefused(refused: readonly RefusedObject[], address: Address): boolean {
  if (refused.length === 0) return false;
  const object = toObjectAddress(address);
  const replacement = toReplacement(object);
  return refused.some((each) => each.address === object || each.address === replacement);
}

/** Lists the objects of `refused` that another list does not have. */
export function selectOtherRefused(
  refused: readonly RefusedObject[],
  known: readonly RefusedObject[],
): readonly RefusedObject[] {
  return refused.filter(({ address }) => known.every((each) => each.address !== address));
}

/** Lists the reasons of all refused objects. */
export function listRefusedDiagnostics(refused: readonly RefusedObject[]): readonly Diagnostic[] {
  return refused.flatMap(({ diagnostics }) => diagnostics);
}
