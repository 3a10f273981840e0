import { type Address, toFieldAddress } from '../../model/address.ts';
import type { AccountDiff, AnyDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import type { UnmanagedChange } from '../../model/observed/unmanaged.ts';

/**
 * The same with unmanaged changes as fields that others changed, so that they can be written into Git:
 * those at some addresses.
 */
export function withUnmanagedFields(
  diff: AccountDiff,
  addresses: ReadonlySet<Address>,
): AccountDiff {
  const meant = (diff.unmanaged ?? []).filter(({ address, path }) =>
    addresses.has(toFieldAddress(address, path)),
  );
  if (meant.length === 0) return diff;
  const add = <T extends AnyDiff>(object: T): T => ({
    ...object,
    fields: [
      ...object.fields,
      ...meant.filter(({ address }) => address === object.address).map(toField),
    ],
  });
  return {
    ...diff,
    account: add(diff.account),
    connectors: diff.connectors.map(add),
    cycles: diff.cycles.map(add),
  };
}

function toField({ path, was, is, at }: UnmanagedChange): FieldDiff {
  const before = { kind: 'plain', value: was.kind === 'plain' ? was.value : null } as const;
  const isHidden = was.kind === 'secret' || is.kind === 'secret';
  return {
    path,
    desired: { path, value: before, at, isBaseline: true },
    live: is,
    applied: { ...before, origin: 'read' },
    comparison: 'live',
    redaction: isHidden ? 'holds-secret' : 'none',
    disposition: { kind: 'write', because: 'differs' },
    pendingSeed: false,
  };
}
