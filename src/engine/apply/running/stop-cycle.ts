import { type Address, toFieldPath } from '../../../model/address.ts';
import type { LiveSchedule } from '../../../model/desired/schedule.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { PauseRecord } from '../../../model/state/account-state.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';

const firstPollMs = 250;

const maxPollMs = 10_000;
const maxTurnMs = 1_000;

/**
 * Stops a cycle and waits until its transactions end. Saves its schedule before the request, so
 * that a crash leaves no unknown pause.
 */
export async function stopCycle(
  state: ApplyState,
  operation: Operation,
  restart: LiveSchedule | null,
): Promise<OperationResult> {
  const { writer } = state.ports;
  const { address } = operation;
  const remoteId = findRemoteId(state, address);
  const pause = restart === null ? null : toPause(state, address, restart);
  if (pause !== null) await savePause(state, pause);
  const answer = await writer.deactivateCycle(findAccountId(state), remoteId);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  // A permanent stop is ours, even if the drain times out.
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

function toPause(state: ApplyState, address: Address, schedule: LiveSchedule): PauseRecord {
  return {
    address,
    cycleId: findRemoteId(state, address),
    schedule,
    sent: state.records.get(address)?.run?.sent ?? null,
    pausedAt: state.ports.clock.now(),
    reason: 'edit',
  };
}

async function savePause({ diff, ports }: ApplyState, pause: PauseRecord): Promise<void> {
  await ports.store.update({ account: diff.desired.key, openPauses: [pause] });
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

// Waits in short turns, so that a cycle restarts soon after a request to stop.
async function waitUnlessStopping(state: ApplyState, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !state.isStopping(); leftMs -= maxTurnMs) {
    await state.ports.clock.wait(Math.min(leftMs, maxTurnMs));
  }
}

/** Reports a cycle that still runs after a successful stop, because a 200 proves nothing. */
export function toNotStopped({ address }: Operation): OperationResult {
  const summary = `${address}: the service reported success but did not stop the cycle`;
  const code = 'kept-another-value';
  const remedy =
    'Apply again; if it fails again, check in the console why the cycle does not stop.';
  return { kind: 'failed', diagnostics: [reportError(code, { summary, address, remedy })] };
}

function toStillRunning(
  { address, action }: Operation,
  running: number,
  waited: number | 'interrupted',
): OperationResult {
  // A stop outside a window has no restart.
  const isLeft = action.kind === 'pause-cycle' && action.restart === null;
  const became = isLeft ? '; the cycle is stopped, and they run to their end' : '';
  const left = running === 1 ? '1 transaction was' : `${running} transactions were`;
  const when =
    waited === 'interrupted' ? 'when cyclectl was stopped' : `after ${Math.round(waited / 1000)} s`;
  return {
    kind: 'failed',
    diagnostics: [
      reportError(waited === 'interrupted' ? 'interrupted' : 'drain-timeout', {
        summary: `${address}: ${left} still running ${when}${became}`,
        address,
        ...(waited === 'interrupted'
          ? {}
          : {
              remedy:
                'Run the command again at a quiet time, or raise limits.drainTimeout of the environment.',
            }),
      }),
    ],
  };
}
