import type { Address, FieldPath } from '../../model/address.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { Change } from '../../model/plan/change.ts';
import {
  type Expectation,
  type Fingerprinter,
  findObject,
  toExpectation,
} from '../../model/plan/expectation.ts';
import { listWrittenFields, type Operation } from '../../model/plan/operation.ts';

/**
 * Lists the expected live objects behind the operations of a plan. Adopted objects are included,
 * because they are ours from then on.
 */
export function listExpectations(
  diff: AccountDiff,
  planned: { readonly operations: readonly Operation[]; readonly changes: readonly Change[] },
  fingerprint: Fingerprinter,
): Expectation[] {
  const paths = new Map<Address, Set<FieldPath>>();
  for (const { verb, address } of planned.changes) {
    if (verb === 'adopt') paths.set(address, new Set());
  }
  for (const { address, action } of planned.operations) {
    const written = paths.get(address) ?? new Set();
    paths.set(address, written);
    for (const path of listWrittenFields(action)) written.add(path);
  }
  return [...paths].sort(byAddress).map(([address, written]) => {
    const found = findObject(diff, address);
    return found === null ? { address, id: null } : toExpectation(found, written, fingerprint);
  });
}

function byAddress(left: readonly [Address, unknown], right: readonly [Address, unknown]): number {
  return left[0] < right[0] ? -1 : 1;
}
