import { toFieldPath } from '../../model/address.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Operation } from '../../model/operation.ts';
import type { Schedule } from '../../model/schedule.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';

const firstPollMs = 250;

const longestPollMs = 10_000;
const longestTurnMs = 1_000;

/**
 * Stops a cycle and waits until its transactions are done. What to start it on again is remembered
 * before the request, so that a death between the two leaves nothing paused that nobody knows of.
 */
export async function pauseCycle(
  scene: Scene,
  operation: Operation,
  restart: Schedule | null,
): Promise<Performed> {
  const { store, writer, clock } = scene.ports;
  const { address } = operation;
  const remoteId = idOf(scene, address);
  if (restart !== null) {
    const record = scene.records.get(address) ?? null;
    await store.change({
      account: scene.diff.desired.key,
      openPauses: [
        {
          address,
          cycleId: remoteId,
          schedule: restart,
          sent: record?.run?.sent ?? null,
          pausedAt: clock.now(),
          reason: 'edit',
        },
      ],
    });
  }
  const answer = await writer.deactivateCycle(accountId(scene), remoteId);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  const drained = await awaitDrained(scene, operation);
  if (drained.kind !== 'done' || restart !== null) return drained;
  await keepRecord(scene, {
    address,
    kind: 'cycle',
    remoteId,
    applied: { [toFieldPath('state')]: { kind: 'plain', value: 'paused' } },
  });
  return done;
}

async function awaitDrained(scene: Scene, operation: Operation): Promise<Performed> {
  const { reader } = scene.ports;
  let waitMs = firstPollMs;
  for (let waitedMs = 0; ; waitedMs += waitMs, waitMs = Math.min(waitMs * 2, longestPollMs)) {
    const cycle = await reader.readCycle(accountId(scene), idOf(scene, operation.address));
    if (!cycle.ok) return toFailed(operation, cycle.failure, writeFailure(cycle.failure));
    if (cycle.value?.status === 'Active') return toNotStopped(operation);
    const running = cycle.value?.inProgressCount ?? 0;
    if (running === 0) return done;
    if (waitedMs >= scene.drainTimeoutMs || scene.isStopping()) {
      return { kind: 'failed', diagnostics: [toDrainTimeout(operation, running, waitedMs)] };
    }
    await waitUnlessStopping(scene, Math.min(waitMs, scene.drainTimeoutMs - waitedMs));
  }
}

// In short turns: who asks for an end in a long drain gets the cycle started again soon.
async function waitUnlessStopping(scene: Scene, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !scene.isStopping(); leftMs -= longestTurnMs) {
    await scene.ports.clock.wait(Math.min(leftMs, longestTurnMs));
  }
}

// A 200 is no proof, and what runs is not edited.
function toNotStopped({ address }: Operation): Performed {
  const summary = `${address}: the service answered with success and did not stop the cycle`;
  const code = 'kept-another-value';
  return { kind: 'failed', diagnostics: [{ code, severity: 'error', summary, address }] };
}

function toDrainTimeout(operation: Operation, running: number, waitedMs: number): Diagnostic {
  return {
    code: 'drain-timeout',
    severity: 'error',
    summary: `${operation.address}: ${running} transactions were still running after ${Math.round(waitedMs / 1000)} s`,
    address: operation.address,
    remedy: 'Apply again when it is quiet, or raise limits.drainTimeout of the environment.',
  };
}
