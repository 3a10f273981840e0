import { listDrift } from '../../../engine/diff/list-drift.ts';
import {
  type Address,
  type FieldPath,
  isRequested,
  toFieldAddress,
} from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { isDrift } from '../../../model/diff/outcome.ts';
import type { Part } from '../../../model/diff/part.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';

/**
 * Selects the drift of an account to revert, with drifted fields that travel in the same request.
 */
export function selectReverted(diff: AccountDiff, addresses: readonly Address[]): Part {
  const drift = listDrift(diff);
  const objects = new Set<Address>();
  const fields = new Map<Address, Set<FieldPath>>();
  for (const { address, path } of drift) {
    if (path === null) {
      if (isRequested(addresses, address)) objects.add(address);
    } else if (isRequested(addresses, toFieldAddress(address, path))) {
      fields.set(address, (fields.get(address) ?? new Set()).add(path));
    }
  }
  for (const { address, kind, fields: verdicts } of [
    diff.account,
    ...diff.connectors,
    ...diff.cycles,
  ]) {
    const own = fields.get(address);
    if (own === undefined) continue;
    const companions = [...own].flatMap(
      (path): readonly string[] => findFieldRow(kind, path).needsWith,
    );
    for (const field of verdicts) {
      if (isDrift(field) && companions.includes(field.path)) own.add(field.path);
    }
  }
  return { values: 'git', objects, fields, notices: [] };
}
