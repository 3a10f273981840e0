import type { Address, FieldPath } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AppliedValue } from '../../model/field-value.ts';
import type { MemoryChange } from '../../model/memory.ts';
import type { AccountDiff, FieldVerdict } from '../../model/verdict.ts';

/**
 * What the store shall know after a person has set by hand what is left to one: of fields that nobody can
 * read, the manifest's values count as applied from now on. What can be read needs nobody's word. A secret
 * that has no value here is not among them, since nobody knows which one was set.
 */
export function settleDone(
  diff: AccountDiff,
  address: Address,
):
  | { readonly change: MemoryChange; readonly paths: readonly FieldPath[] }
  | { readonly refused: Diagnostic } {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const object = objects.find((each) => each.address === address);
  const record = object?.record ?? null;
  if (object === undefined || record === null) {
    return refuse(address, `${address} is in no manifest, or nothing of it was made yet`);
  }
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const verdict of object.verdicts) {
    const value = isHidden(verdict) ? toApplied(verdict) : null;
    if (value !== null) applied[verdict.path] = value;
  }
  const paths = Object.keys(applied) as FieldPath[];
  if (paths.length === 0) {
    return refuse(address, `Nothing of ${address} is left to a person that nobody can see`);
  }
  const kept = { ...record, applied: { ...record.applied, ...applied } };
  return { change: { account: diff.memory.account, keepObjects: [kept] }, paths };
}

function isHidden({ isByHand, live }: FieldVerdict): boolean {
  return isByHand === true && live?.kind === 'not-readable';
}

function toApplied({ desired: { value } }: FieldVerdict): AppliedValue | null {
  if (value.kind === 'plain') return { kind: 'plain', value: value.value };
  const written = value.secret.fingerprint;
  return written === null ? null : { kind: 'secret', written, read: null };
}

function refuse(address: Address, summary: string): { readonly refused: Diagnostic } {
  const remedy = 'cyclectl plan shows what is left to a person.';
  return { refused: { code: 'not-settled', severity: 'error', summary, address, remedy } };
}
