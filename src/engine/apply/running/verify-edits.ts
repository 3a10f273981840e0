import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Address } from '../../../model/address.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import { ignored } from '../../../model/desired/mapping.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { FieldDiff } from '../../../model/diff/field-diff.ts';
import type { LiveValue } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { normalise } from '../../../model/fields/normalise.ts';
import { reportKept } from '../../../model/report/advice/report-kept.ts';
import { type ApplyState, done, type OperationResult } from '../apply-state.ts';
import { findCycleDiff } from '../values/read-payload.ts';

/**
 * Verifies that a stopped cycle has all values of the manifest before its start, because a 200
 * proves nothing and a cycle runs with all new values or none (laws 9 and 12).
 */
export async function verifyEdits(state: ApplyState, address: Address): Promise<OperationResult> {
  const again = await state.readBack(address);
  const fail = (diagnostics: readonly Diagnostic[]): OperationResult => ({
    kind: 'failed',
    diagnostics,
  });
  if (!again.ok) {
    const summary = `${address}: ${formatFailure(again.failure)}`;
    return fail([reportError('request-failed', { summary, address })]);
  }
  const left = findCycleDiff(again.value, address).fields.filter(
    (field) => isChanged(field) && field.path !== 'state' && field.path !== 'schedule',
  );
  if (left.length === 0) return done;
  return fail(left.map((field) => reportKept(address, field)));
}

/** Verifies that a stopped cycle has its earlier values again, as far as the service shows them. */
export async function verifyRollback(
  state: ApplyState,
  address: Address,
): Promise<OperationResult> {
  const again = await state.readBack(address);
  if (!again.ok) return { kind: 'failed', diagnostics: [] };
  const before = new Map(
    findCycleDiff(state.diff, address).fields.map((field) => [field.path, toCompared(field)]),
  );
  const isBack = findCycleDiff(again.value, address).fields.every(
    (field) =>
      field.path === 'state' ||
      field.path === 'schedule' ||
      isSameJson(toCompared(field), before.get(field.path) ?? null),
  );
  return isBack ? done : { kind: 'failed', diagnostics: [] };
}

function toCompared({ path, live }: FieldDiff): LiveValue | null {
  if (live?.kind !== 'plain') return live;
  const value = normalise(live.value, findFieldRow('cycle', path).normaliser);
  // A restored mapping counts as never set.
  const isMapping = parseStepTarget(path)?.isLaunch === false;
  return { kind: 'plain', value: value === null && isMapping ? ignored : value };
}
