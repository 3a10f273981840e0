import { type Address, toFieldPath } from '../../../../model/address.ts';
import { hasDeposedRun, toReplacement } from '../../../../model/desired/scope/deposed.ts';
import type { ObjectRecord } from '../../../../model/state/account-state.ts';
import { type ApplyState, findRemoteId, saveRecord } from '../../apply-state.ts';
import { findSingleRun, hasPossiblyRun } from './has-possibly-run.ts';
import { saveRunState, toRunState } from './record-start-request.ts';

/**
 * Applied fields of a replacement whose single run a deposed cycle had, because it must not be
 * requested again.
 */
export function toSpentRun({ diff }: ApplyState, address: Address): ObjectRecord['applied'] {
  const cycle = diff.cycles.find((each) => each.address === address);
  const activity = cycle?.desired.bound.desired.activity;
  const schedule = activity?.kind === 'set' ? activity.value.schedule : null;
  if (!hasDeposedRun(schedule, cycle?.deposed ?? [])) return {};
  return {
    [toFieldPath('state')]: { kind: 'plain', value: 'active', origin: 'assumed' },
    [toFieldPath('schedule')]: { kind: 'plain', value: schedule, origin: 'assumed' },
  };
}

/**
 * Saves the single run of a cycle with its replacement before its deletion, because no other entry
 * has it.
 */
export async function saveSpentRun(state: ApplyState, address: Address): Promise<void> {
  const replacement = toReplacement(address);
  if (replacement === null || !state.ids.has(replacement)) return;
  const applied = toSpentRun(state, replacement);
  if (Object.keys(applied).length === 0) return saveRequestedRun(state, address, replacement);
  const remoteId = findRemoteId(state, replacement);
  await saveRecord(state, { address: replacement, kind: 'cycle', remoteId, applied });
}

// A replacement with a start of its own has a newer record.
async function saveRequestedRun(
  state: ApplyState,
  address: Address,
  replacement: Address,
): Promise<void> {
  const asked = findSingleRun(state, address);
  if (asked === null || (state.records.get(replacement)?.run ?? null) !== null) return;
  if (await hasPossiblyRun(state, address, asked)) {
    await saveRunState(state, replacement, { run: toRunState(state, asked) });
  }
}
