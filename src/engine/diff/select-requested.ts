import { type Address, toFieldAddress } from '../../model/address.ts';
import { isRequested } from '../../model/desired/scope/requested.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../model/diff/field-diff.ts';
import { isDrift } from '../../model/diff/outcome.ts';
import type { DriftFinding } from '../../model/plan/plan.ts';
import { listDrift } from './list-drift.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** Selects the drift at some addresses. All other drift is out of scope. */
export function selectRequested(
  diff: AccountDiff,
  addresses: readonly Address[],
): { readonly drift: readonly DriftFinding[]; readonly diff: AccountDiff } {
  const drift = listDrift(diff).filter((item) => isRequested(addresses, toDriftAddress(item)));
  const kept = new Set(drift.map(toDriftAddress));
  return {
    drift,
    diff: {
      ...diff,
      account: selectFields(diff.account, kept),
      connectors: diff.connectors.map((each) => selectFields(each, kept)),
      cycles: diff.cycles.map((each) => selectFields(each, kept)),
    },
  };
}

/** Address of drift: a field, or a missing object. */
function toDriftAddress({ address, path }: Pick<DriftFinding, 'address' | 'path'>): Address {
  return path === null ? address : toFieldAddress(address, path);
}

function selectFields<T extends AnyDiff>(object: T, kept: ReadonlySet<Address>): T {
  const { address, missing } = object;
  return {
    ...object,
    missing: missing?.kind === 'gone' && !kept.has(address) ? null : missing,
    fields: object.fields.map((field) =>
      isDrift(field) && !kept.has(toFieldAddress(address, field.path))
        ? { ...field, disposition: { kind: 'keep', because: { kind: 'out-of-scope' } } }
        : field,
    ),
  };
}
