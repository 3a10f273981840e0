import type { Address, FieldPath } from '../../model/address.ts';
import { toReplacement } from '../../model/desired/scope/deposed.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { findDeletable } from '../../model/observed/find-deletable.ts';
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
 * because they are ours from then on; replaced ones, because they are lost.
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
  const deleted = listDeleted(diff, planned);
  for (const address of deleted) if (!paths.has(address)) paths.set(address, new Set());
  return [...paths].sort(byAddress).map(([address, written]) => {
    const found = deleted.has(address) ? findDeletable(diff, address) : findObject(diff, address);
    return found === null ? { address, id: null } : toExpectation(found, written, fingerprint);
  });
}

// A replacement deletes the cycles before it, though maybe in a later apply.
function listDeleted(
  { liveOnlyCycles }: AccountDiff,
  { changes }: { readonly changes: readonly Change[] },
): ReadonlySet<Address> {
  const replaced = new Set(
    changes.flatMap(({ verb, address }) => (verb === 'replace' ? [address] : [])),
  );
  const deposed = liveOnlyCycles.flatMap(({ record }) => {
    const replacement = record === null ? null : toReplacement(record.address);
    return record !== null && replacement !== null && replaced.has(replacement)
      ? [record.address]
      : [];
  });
  return new Set([
    ...changes.flatMap(({ verb, address }) => (verb === 'delete' ? [address] : [])),
    ...deposed,
  ]);
}

function byAddress(left: readonly [Address, unknown], right: readonly [Address, unknown]): number {
  return left[0] < right[0] ? -1 : 1;
}
