import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import { hasEarlierTag, listUserTags, toIdentityTag } from '../../../model/diff/identity.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { CycleWrite } from '../../../model/live/writes.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  type Side,
  saveRecord,
  toFailed,
} from '../apply-state.ts';
import { findCycleDiff, readPayload } from '../values/read-payload.ts';

/**
 * Updates name, description, tags or other settings of a cycle; a new one also gets its identifying
 * tag.
 */
export async function updateCycle(
  state: ApplyState,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<OperationResult> {
  const cycle = findCycleDiff(state.diff, operation.address);
  const [account, remoteId] = [findAccountId(state), findRemoteId(state, operation.address)];
  const write: Record<string, unknown> = {};
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const payload = await readPayload(state, { address: operation.address, path }, asked.side);
    const { property } = findFieldRow('cycle', path);
    if (payload.kind !== 'plain' || property === null) continue;
    write[property] = payload.value;
    applied[path] = payload.applied;
  }
  if (isUntagged(state, cycle) || hasEarlierTag(cycle) || write.tags !== undefined) {
    const made = state.made.cycles.get(operation.address);
    const live: Answer<LiveCycle | null> =
      made === undefined
        ? await state.ports.reader.readCycle(account, remoteId)
        : { ok: true, value: made };
    if (!live.ok) return toFailed(operation, live.failure, formatFailure(live.failure));
    const tags =
      (write.tags as readonly string[] | undefined) ?? listUserTags(live.value?.tags ?? []);
    write.tags = [...tags, toIdentityTag(cycle.desired.bound.desired.key)];
  }
  const answer = await state.ports.writer.updateCycle(account, remoteId, write as CycleWrite);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(state, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

// The cycle is new or its create was interrupted: the create is open, or the cycle is ours without
// a name or tag.
function isUntagged(state: ApplyState, cycle: CycleDiff): boolean {
  const { address, live, record, desired } = cycle;
  if (live === null || state.diff.state.creates.has(address)) return true;
  if (record === null) return false;
  const { source, desired: wanted } = desired.bound;
  const isUnnamed = live.name === source.name && !live.tags.includes(toIdentityTag(wanted.key));
  return isUnnamed || record.applied[toFieldPath('displayName')] === undefined;
}
