import type { FieldPath } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { Scene } from '../scene.ts';
import type { Cargo, MissingSecret } from './carry-value.ts';
import { carryValue, connectorAt } from './carry-value.ts';

/** Values on their way into a request, by path. */
export type Loaded = ReadonlyMap<FieldPath, Exclude<Cargo, { readonly kind: 'missing' }>>;

/** Fetches the values of several fields of a connector, or names the reference that has none here. */
export async function loadCargo(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<
  { cargo: Loaded; applied: Record<FieldPath, AppliedValue> } | { missing: MissingSecret }
> {
  const cargo = new Map<FieldPath, Exclude<Cargo, { readonly kind: 'missing' }>>();
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of paths) {
    if (
      path === 'auth' &&
      connectorAt(scene.diff, operation.address).desired.desired.auth.kind !== 'value'
    )
      continue;
    const item = await carryValue(scene, { address: operation.address, path }, 'desired');
    if (item.kind === 'missing') return { missing: item };
    cargo.set(path, item);
    applied[path] = item.applied;
  }
  return { cargo, applied };
}
