import { type Address, toFieldPath } from '../../../model/address.ts';
import { type LiveSchedule, toActivation } from '../../../model/desired/schedule.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  saveRecord,
  toFailed,
} from '../apply-state.ts';
import { hasLostLock } from '../journal/has-lost-lock.ts';
import { recordStart, runWithIntent } from '../journal/run-with-intent.ts';

/**
 * Restarts a deposed cycle on its earlier schedule. Not if its replacement runs or cannot be read,
 * because never two of them run.
 */
export async function startDeposed(
  state: ApplyState,
  pause: Operation,
  replacementAddress: Address,
): Promise<OperationResult> {
  const { reader } = state.ports;
  const { address, action } = pause;
  const schedule = action.kind === 'pause-cycle' ? action.restart : null;
  if (schedule === null || (await hasLostLock(state))) return notStarted;
  const account = findAccountId(state);
  const replacement = await reader.readCycle(account, findRemoteId(state, replacementAddress));
  if (!replacement.ok || replacement.value?.status === 'Active') return notStarted;
  const found = await reader.readCycle(account, findRemoteId(state, address));
  if (found.ok && found.value?.status === 'Active') return keepRunning(state, address);
  const start: Operation = {
    ...pause,
    action: { kind: 'activate-cycle', schedule },
    does: 'starts it again',
  };
  return runWithIntent(state, start, () => startAgain(state, start, schedule));
}

async function startAgain(
  state: ApplyState,
  start: Operation,
  schedule: LiveSchedule,
): Promise<OperationResult> {
  const { reader, writer, clock } = state.ports;
  const { address } = start;
  const [account, remoteId] = [findAccountId(state), findRemoteId(state, address)];
  const activatedAt = clock.now();
  const sent = toActivation(schedule, activatedAt, state.records.get(address)?.run ?? null);
  const run = await recordStart(state, start, { schedule, sent, activatedAt });
  const answer = await writer.activateCycle(account, remoteId, sent);
  const observed = await reader.readCycle(account, remoteId);
  if (!observed.ok) return { kind: 'unknown', diagnostics: [] };
  if (observed.value?.status !== 'Active') {
    if (answer.ok) return notStarted;
    return toFailed(start, answer.failure, formatFailure(answer.failure));
  }
  const applied = state.records.get(address)?.applied[toFieldPath('state')];
  await saveRecord(
    state,
    {
      address,
      kind: 'cycle',
      remoteId,
      applied:
        applied === undefined
          ? {}
          : { [toFieldPath('state')]: { kind: 'plain', value: 'active', origin: 'sent' } },
      run,
    },
    { closePause: true },
  );
  return done;
}

const notStarted: OperationResult = { kind: 'failed', diagnostics: [] };

async function keepRunning(state: ApplyState, address: Address): Promise<OperationResult> {
  const account = state.diff.desired.key;
  await state.ports.store.update({ account, closePauses: [address], closeWrites: [address] });
  return done;
}
