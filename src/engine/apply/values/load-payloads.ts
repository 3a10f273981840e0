import type { FieldPath } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState } from '../apply-state.ts';
import type { MissingSecret, Payload } from './read-payload.ts';
import { findConnectorDiff, readPayload } from './read-payload.ts';

/** Values for a request, by path. */
export type Payloads = ReadonlyMap<FieldPath, Exclude<Payload, { readonly kind: 'missing' }>>;

/** Loads the values of several fields of a connector, or returns the reference without a value. */
export async function loadPayloads(
  state: ApplyState,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<
  { payloads: Payloads; applied: Record<FieldPath, AppliedValue> } | { missing: MissingSecret }
> {
  const payloads = new Map<FieldPath, Exclude<Payload, { readonly kind: 'missing' }>>();
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of paths) {
    if (
      path === 'auth' &&
      findConnectorDiff(state.diff, operation.address).desired.desired.auth.kind !== 'value'
    )
      continue;
    const item = await readPayload(state, { address: operation.address, path }, 'desired');
    if (item.kind === 'missing') return { missing: item };
    payloads.set(path, item);
    applied[path] = item.applied;
  }
  return { payloads, applied };
}
