import type { Address, FieldPath } from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';

/** The part of an account that a run may change. */
export type Scope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'part';
      /** True for an undo, which writes earlier values over those of its own run. */
      readonly isRestore: boolean;
      /** Objects with all their fields. */
      readonly objects: ReadonlySet<Address>;
      readonly fields: ReadonlyMap<Address, ReadonlySet<FieldPath>>;
    };

/** Reads the scope of a run: all, or what an undo or a revert restores. */
export function toScope({ undo, revert }: Pick<DesiredAccount, 'undo' | 'revert'>): Scope {
  if (undo !== undefined) {
    const fields = new Map([...undo.fields].map(([key, of]) => [key, new Set(of.keys())] as const));
    return { kind: 'part', isRestore: true, objects: new Set(), fields };
  }
  if (revert === undefined) return { kind: 'all' };
  const { made: objects, fields } = revert;
  return { kind: 'part', isRestore: false, objects, fields };
}

/** Returns whether a run may change a field. */
export function isInScope(scope: Scope, address: Address, path: FieldPath): boolean {
  if (scope.kind === 'all' || scope.objects.has(address)) return true;
  return scope.fields.get(address)?.has(path) === true;
}
