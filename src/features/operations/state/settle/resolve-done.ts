import { isSameJson } from '../../../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, toFieldPath } from '../../../../model/address.ts';
import { listDeposed } from '../../../../model/desired/scope/deposed.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import type { AppliedValue } from '../../../../model/fields/field-value.ts';
import {
  type AccountState,
  type ObjectRecord,
  type StateChange,
  withKnownOutcome,
} from '../../../../model/memory/account-state.ts';

/**
 * What the store shall know after a person has set by hand what is left to one: of fields that nobody can
 * read, the manifest's values count as applied from now on. What can be read needs nobody's word. A secret
 * that has no value here is not among them, since nobody knows which one was set. So it is with a single run of which
 * nobody knows whether it was had: it counts as had.
 */
export function resolveDone(
  diff: AccountDiff,
  address: Address,
):
  | { readonly change: StateChange; readonly paths: readonly FieldPath[] }
  | { readonly refused: Diagnostic } {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const object = objects.find((each) => each.address === address);
  const record = object?.record ?? null;
  if (object === undefined || record === null) {
    return refuse(address, `${address} is in no manifest, or nothing of it was made yet`);
  }
  const isHad = isRunUnknown(object.fields, record);
  const isSettled = (field: FieldDiff) =>
    isUnreadable(field) || (isHad && ofRunning.includes(field.path));
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const field of object.fields) {
    const value = isSettled(field) ? toApplied(field) : null;
    if (value !== null) applied[field.path] = value;
  }
  const paths = isHad ? [...new Set([...toPaths(applied), ...ofRunning])] : toPaths(applied);
  if (paths.length === 0) {
    return refuse(address, `Nothing of ${address} is left to a person that nobody can see`);
  }
  const kept = { ...record, applied: { ...record.applied, ...applied } };
  const change = { account: diff.memory.account, saveObjects: [kept] };
  return { change: isHad ? endRun(change, diff.memory, kept) : change, paths };
}

const ofRunning: readonly FieldPath[] = [toFieldPath('state'), toFieldPath('schedule')];

function toPaths(applied: Readonly<Record<FieldPath, AppliedValue>>): FieldPath[] {
  return Object.keys(applied) as FieldPath[];
}

// Of another one, that Git asks for by now, nothing is said.
function isRunUnknown(fields: readonly FieldDiff[], { run }: ObjectRecord): boolean {
  if (run?.isUnknown !== true) return false;
  const wanted = fields.find(({ path }) => path === 'schedule')?.desired.value;
  return (
    wanted === undefined || (wanted.kind === 'plain' && isSameJson(wanted.value, run.schedule))
  );
}

// That it was stopped, or another that makes way for it, is no reason to start it any more.
function endRun(change: StateChange, { pauses }: AccountState, record: ObjectRecord): StateChange {
  const { address, run } = record;
  const stopped = [address, ...listDeposed(pauses.keys(), new Set([address]))];
  return {
    ...change,
    saveObjects: [{ ...record, run: run === null ? null : withKnownOutcome(run) }],
    closePauses: stopped.filter((each) => pauses.has(each)),
  };
}

function isUnreadable({ isManual, live }: FieldDiff): boolean {
  return isManual === true && live?.kind === 'not-readable';
}

function toApplied({ desired: { value } }: FieldDiff): AppliedValue | null {
  if (value.kind === 'plain') return { ...value, origin: 'read' };
  const written = value.secret.fingerprint;
  return written === null ? null : { kind: 'secret', written, read: null, origin: 'read' };
}

function refuse(address: Address, summary: string): { readonly refused: Diagnostic } {
  const remedy = 'cyclectl plan shows what is left to a person.';
  return { refused: { code: 'not-settled', severity: 'error', summary, address, remedy } };
}
