import { type Address, type FieldPath, toFieldPath } from '../../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import { isKept } from '../../../../model/diff/disposition.ts';
import type { AccountDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import type { AppliedValue } from '../../../../model/fields/field-value.ts';
import { type StateChange, withKnownOutcome } from '../../../../model/state/account-state.ts';

/** The record of a manual action. */
export type Settled = {
  readonly change: StateChange;
  readonly paths: readonly FieldPath[];
  /** A single run was settled, whose outcome was unknown. */
  readonly isRun: boolean;
};

/**
 * Records unreadable fields and a run of unknown outcome as done after a person completed them.
 * Skips readable fields, and secrets without a value here, because their value is unknown.
 */
export function resolveDone(
  diff: AccountDiff,
  address: Address,
): Settled | { readonly refused: Diagnostic } {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const object = objects.find((each) => each.address === address);
  const record = object?.record ?? null;
  if (object === undefined || record === null) {
    return refuse(address, `${address} is in no manifest, or does not exist yet`);
  }
  const isHad = record.run?.isUnknown === true;
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const field of object.fields) {
    const value = isHidden(field) ? toApplied(field) : null;
    if (value !== null) applied[field.path] = value;
  }
  const paths = isHad ? [...new Set([...toPaths(applied), ...ofRunning])] : toPaths(applied);
  if (paths.length === 0) {
    return refuse(address, `${address} has no unreadable field that needs manual action`);
  }
  const run = record.run === null ? null : withKnownOutcome(record.run);
  const kept = { ...record, applied: { ...record.applied, ...applied }, run };
  const isOpen = isHad && diff.state.writes.has(address);
  const change = { account: diff.state.account, saveObjects: [kept] };
  const isRun = isHad && record.run?.schedule.kind === 'once';
  return { change: isOpen ? { ...change, closeWrites: [address] } : change, paths, isRun };
}

/** The fields of a run of unknown outcome. */
export const ofRunning: readonly FieldPath[] = [toFieldPath('state'), toFieldPath('schedule')];

function toPaths(applied: Readonly<Record<FieldPath, AppliedValue>>): FieldPath[] {
  return Object.keys(applied) as FieldPath[];
}

function isHidden(field: FieldDiff): boolean {
  return isKept(field, 'not-offered') && field.live?.kind === 'not-readable';
}

function toApplied({ desired: { value } }: FieldDiff): AppliedValue | null {
  if (value.kind === 'plain') return { ...value, origin: 'read' };
  const written = value.secret.fingerprint;
  return written === null ? null : { kind: 'secret', written, read: null, origin: 'read' };
}

function refuse(address: Address, summary: string): { readonly refused: Diagnostic } {
  const remedy = 'cyclectl plan lists fields that need manual action.';
  return { refused: reportError('not-settled', { summary, address, remedy }) };
}
