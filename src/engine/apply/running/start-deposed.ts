import { type Address, toFieldPath } from '../../../model/address.ts';
import { type Schedule, toActivation } from '../../../model/desired/schedule.ts';
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
import { hasPossiblyRun, listCycleAddresses } from './once/has-possibly-run.ts';
import { recordStartRequest } from './once/record-start-request.ts';

/**
 * Starts a cycle again that was stopped so that its successor takes its place, on what it ran on: unless that one runs,
 * or cannot be looked at, since never two of them run; and unless it waited for a single run that may have been had.
 */
export async function startDeposed(
  scene: ApplyState,
  pause: Operation,
  successor: Address,
): Promise<OperationResult> {
  const { reader } = scene.ports;
  const { address, action } = pause;
  const schedule = action.kind === 'pause-cycle' ? action.restart : null;
  if (schedule === null || (await hasLostLock(scene))) return notStarted;
  const account = findAccountId(scene);
  const rival = await reader.readCycle(account, findRemoteId(scene, successor));
  if (!rival.ok || rival.value?.status === 'Active') return notStarted;
  const found = await reader.readCycle(account, findRemoteId(scene, address));
  if (found.ok && found.value?.status === 'Active') return keepRunning(scene, address);
  const start: Operation = {
    ...pause,
    action: { kind: 'activate-cycle', schedule },
    does: 'starts it again',
  };
  return runWithIntent(scene, start, () => startAgain(scene, start, { schedule, successor }));
}

async function startAgain(
  scene: ApplyState,
  start: Operation,
  { schedule, successor }: { readonly schedule: Schedule; readonly successor: Address },
): Promise<OperationResult> {
  const { reader, writer, clock } = scene.ports;
  const { address } = start;
  const [account, remoteId] = [findAccountId(scene), findRemoteId(scene, address)];
  const isOnce = schedule.kind === 'once';
  if (isOnce && (await hasPossiblyRun(scene, successor, schedule))) return notStarted;
  const activatedAt = clock.now();
  const sent = toActivation(schedule, activatedAt, scene.records.get(address)?.run ?? null);
  const run = await recordStart(scene, start, { schedule, sent, activatedAt });
  const sides = listCycleAddresses(scene, successor);
  const putBack = isOnce ? await recordStartRequest(scene, address, { run, sides }) : null;
  const answer = await writer.activateCycle(account, remoteId, sent);
  const seen = await reader.readCycle(account, remoteId);
  if (!seen.ok) return { kind: 'unknown', diagnostics: [] };
  if (seen.value?.status !== 'Active') {
    if (answer.ok) return notStarted;
    if (answer.failure.kind !== 'outcome-unknown') await putBack?.();
    return toFailed(start, answer.failure, formatFailure(answer.failure));
  }
  const applied = scene.records.get(address)?.applied[toFieldPath('state')];
  await saveRecord(
    scene,
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

async function keepRunning(scene: ApplyState, address: Address): Promise<OperationResult> {
  const account = scene.diff.desired.key;
  await scene.ports.store.update({ account, closePauses: [address], closeWrites: [address] });
  return done;
}
