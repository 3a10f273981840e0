import { type Address, toFieldPath } from '../../../model/address.ts';
import { isUpcoming, type Schedule, type SingleRun } from '../../../model/desired/schedule.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { PauseRecord } from '../../../model/memory/account-state.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { findAwaitedRun, findSide } from './once/has-possibly-run.ts';
import { recordStop } from './once/record-stop.ts';

const firstPollMs = 250;

const maxPollMs = 10_000;
const maxTurnMs = 1_000;

/**
 * Stops a cycle and waits until its transactions are done. What to start it on again is remembered
 * before the request, so that a death between the two leaves nothing paused that nobody knows of.
 */
export async function stopCycle(
  state: ApplyState,
  operation: Operation,
  restart: Schedule | null,
): Promise<OperationResult> {
  const { writer } = state.ports;
  const { address } = operation;
  const remoteId = findRemoteId(state, address);
  const pause = restart === null ? null : toPause(state, address, restart);
  if (pause !== null) await savePause(state, pause);
  const stop = pause === null ? await recordStop(state, address) : null;
  const answer = await writer.deactivateCycle(findAccountId(state), remoteId);
  if (!answer.ok) {
    if (answer.failure.kind !== 'outcome-unknown') await stop?.restore();
    return toFailed(operation, answer.failure, formatFailure(answer.failure));
  }
  if (pause !== null && (await isStoppedBefore(state, address, findAwaitedRun(state, address)))) {
    await savePause(state, { ...pause, isBeforeRun: true });
  }
  if (stop !== null && (await isStoppedBefore(state, address, stop.asked)))
    await stop.recordStoppedBefore();
  // Stopped for good: it was we, whether or not what it was doing ends in time.
  if (restart === null) {
    await saveRecord(state, {
      address,
      kind: 'cycle',
      remoteId,
      applied: { [toFieldPath('state')]: { kind: 'plain', value: 'paused', origin: 'sent' } },
    });
  }
  return waitUntilDrained(state, operation);
}

// One that rests since an earlier stop of ours has been stopped then.
function toPause(state: ApplyState, address: Address, schedule: Schedule): PauseRecord {
  const { live, record } = findSide(state, address);
  const earlier = state.diff.memory.pauses.get(address);
  if (earlier?.isBeforeRun === true && live?.status !== 'Active') return { ...earlier, schedule };
  return {
    address,
    cycleId: findRemoteId(state, address),
    schedule,
    sent: record?.run?.sent ?? null,
    pausedAt: state.ports.clock.now(),
    reason: 'edit',
  };
}

async function savePause({ diff, ports }: ApplyState, pause: PauseRecord): Promise<void> {
  await ports.store.update({ account: diff.desired.key, openPauses: [pause] });
}

// Only what is known to rest before the time of its single run has not had it.
async function isStoppedBefore(
  state: ApplyState,
  address: Address,
  awaited: SingleRun | null,
): Promise<boolean> {
  const { reader, clock } = state.ports;
  if (awaited === null || !isUpcoming(awaited, clock.now())) return false;
  const observed = await reader.readCycle(findAccountId(state), findRemoteId(state, address));
  const isAtRest = observed.ok && observed.value !== null && observed.value.status !== 'Active';
  return isAtRest && isUpcoming(awaited, clock.now());
}

async function waitUntilDrained(state: ApplyState, operation: Operation): Promise<OperationResult> {
  const { reader } = state.ports;
  let waitMs = firstPollMs;
  for (let waitedMs = 0; ; waitMs = Math.min(waitMs * 2, maxPollMs)) {
    const cycle = await reader.readCycle(
      findAccountId(state),
      findRemoteId(state, operation.address),
    );
    if (!cycle.ok) return toFailed(operation, cycle.failure, formatFailure(cycle.failure));
    if (cycle.value?.status === 'Active') return toNotStopped(operation);
    const running = cycle.value?.inProgressCount ?? 0;
    if (running === 0) return done;
    if (state.isStopping()) return toStillRunning(operation, running, 'interrupted');
    if (waitedMs >= state.drainTimeoutMs) return toStillRunning(operation, running, waitedMs);
    const turnMs = Math.min(waitMs, state.drainTimeoutMs - waitedMs);
    await waitUnlessStopping(state, turnMs);
    waitedMs += turnMs;
  }
}

// In short turns: who asks for an end in a long drain gets the cycle started again soon.
async function waitUnlessStopping(state: ApplyState, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !state.isStopping(); leftMs -= maxTurnMs) {
    await state.ports.clock.wait(Math.min(leftMs, maxTurnMs));
  }
}

// A 200 is no proof, and what runs is not edited.
function toNotStopped({ address }: Operation): OperationResult {
  const summary = `${address}: the service answered with success and did not stop the cycle`;
  const code = 'kept-another-value';
  const remedy = 'Apply again; if it stays so, look in the console what keeps the cycle from it.';
  return { kind: 'failed', diagnostics: [{ code, severity: 'error', summary, address, remedy }] };
}

function toStillRunning(
  { address, action }: Operation,
  running: number,
  waited: number | 'interrupted',
): OperationResult {
  // Outside a window nothing starts it again.
  const isLeft = action.kind === 'pause-cycle' && action.restart === null;
  const became = isLeft ? '; it is stopped, and they go on to their end' : '';
  const left = running === 1 ? '1 transaction was' : `${running} transactions were`;
  const when =
    waited === 'interrupted'
      ? 'when cyclectl was told to stop'
      : `after ${Math.round(waited / 1000)} s`;
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: waited === 'interrupted' ? 'interrupted' : 'drain-timeout',
        severity: 'error',
        summary: `${address}: ${left} still running ${when}${became}`,
        address,
        ...(waited === 'interrupted'
          ? {}
          : {
              remedy:
                'Run it again when it is quiet, or raise limits.drainTimeout of the environment.',
            }),
      },
    ],
  };
}
