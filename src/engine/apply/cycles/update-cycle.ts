import type { FieldPath } from '../../../model/address.ts';
import { toFieldPath } from '../../../model/address.ts';
import { hasEarlierTag } from '../../../model/desired/scope/renamed-cycle.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import { listUserTags, toIdentityTag } from '../../../model/diff/identity.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import type { CycleWrite } from '../../../model/live/writes.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult, Side } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { findCycleDiff, readPayload } from '../values/read-payload.ts';

/** Writes name, description, tags or retention of a cycle; a new one also gets the tag that it is known by. */
export async function updateCycle(
  scene: ApplyState,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<OperationResult> {
  const cycle = findCycleDiff(scene.diff, operation.address);
  const [account, remoteId] = [findAccountId(scene), findRemoteId(scene, operation.address)];
  const write: Record<string, unknown> = {};
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const cargo = await readPayload(scene, { address: operation.address, path }, asked.side);
    const { property } = findFieldRow('cycle', path);
    if (cargo.kind !== 'plain' || property === null) continue;
    write[property] = cargo.value;
    applied[path] = cargo.applied;
  }
  if (isUntagged(scene, cycle) || hasEarlierTag(cycle) || write.tags !== undefined) {
    const live = await scene.ports.reader.readCycle(account, remoteId);
    if (!live.ok) return toFailed(operation, live.failure, formatFailure(live.failure));
    const tags =
      (write.tags as readonly string[] | undefined) ?? listUserTags(live.value?.tags ?? []);
    write.tags = [...tags, toIdentityTag(cycle.desired.bound.desired.key)];
  }
  const answer = await scene.ports.writer.updateCycle(account, remoteId, write as CycleWrite);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(scene, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

// New, or made by an apply that was interrupted before this request: then its create is still open, or
// it is ours and was never named, or that was answered with success and not done.
function isUntagged(scene: ApplyState, cycle: CycleDiff): boolean {
  const { address, live, record, desired } = cycle;
  if (live === null || scene.diff.memory.creates.has(address)) return true;
  if (record === null) return false;
  const { source, desired: wanted } = desired.bound;
  const isUnnamed = live.name === source.name && !live.tags.includes(toIdentityTag(wanted.key));
  return isUnnamed || record.applied[toFieldPath('displayName')] === undefined;
}
