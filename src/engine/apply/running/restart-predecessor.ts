import { type Address, toFieldPath } from '../../../model/address.ts';
import { type Schedule, toActivation } from '../../../model/desired/schedule.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { hasLostLock } from '../journal/has-lost-lock.ts';
import { noteIntent, noteStart } from '../journal/note-intent.ts';
import {
  accountId,
  done,
  idOf,
  keepRecord,
  type Performed,
  type Scene,
  toFailed,
} from '../scene.ts';
import { listSides, mayHaveRun } from './once/may-have-run.ts';
import { noteAsked } from './once/note-asked.ts';

/**
 * Starts a cycle again that was stopped so that its successor takes its place, on what it ran on: unless that one runs,
 * or cannot be looked at, since never two of them run; and unless it waited for a single run that may have been had.
 */
export async function restartPredecessor(
  scene: Scene,
  pause: Operation,
  successor: Address,
): Promise<Performed> {
  const { reader } = scene.ports;
  const { address, action } = pause;
  const schedule = action.kind === 'pause-cycle' ? action.restart : null;
  if (schedule === null || (await hasLostLock(scene))) return notStarted;
  const account = accountId(scene);
  const rival = await reader.readCycle(account, idOf(scene, successor));
  if (!rival.ok || rival.value?.status === 'Active') return notStarted;
  const found = await reader.readCycle(account, idOf(scene, address));
  if (found.ok && found.value?.status === 'Active') return keepRunning(scene, address);
  const start: Operation = {
    ...pause,
    action: { kind: 'activate-cycle', schedule },
    does: 'starts it again',
  };
  return noteIntent(scene, start, () => startAgain(scene, start, { schedule, successor }));
}

async function startAgain(
  scene: Scene,
  start: Operation,
  { schedule, successor }: { readonly schedule: Schedule; readonly successor: Address },
): Promise<Performed> {
  const { reader, writer, clock } = scene.ports;
  const { address } = start;
  const [account, remoteId] = [accountId(scene), idOf(scene, address)];
  const isOnce = schedule.kind === 'once';
  if (isOnce && (await mayHaveRun(scene, successor, schedule))) return notStarted;
  const activatedAt = clock.now();
  const sent = toActivation(schedule, activatedAt, scene.records.get(address)?.run ?? null);
  const run = await noteStart(scene, start, { schedule, sent, activatedAt });
  const sides = listSides(scene, successor);
  const putBack = isOnce ? await noteAsked(scene, address, { run, sides }) : null;
  const answer = await writer.activateCycle(account, remoteId, sent);
  const seen = await reader.readCycle(account, remoteId);
  if (!seen.ok) return { kind: 'unknown', diagnostics: [] };
  if (seen.value?.status !== 'Active') {
    if (answer.ok) return notStarted;
    if (answer.failure.kind !== 'outcome-unknown') await putBack?.();
    return toFailed(start, answer.failure, writeFailure(answer.failure));
  }
  const applied = scene.records.get(address)?.applied[toFieldPath('state')];
  await keepRecord(
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

const notStarted: Performed = { kind: 'failed', diagnostics: [] };

async function keepRunning(scene: Scene, address: Address): Promise<Performed> {
  const account = scene.diff.desired.key;
  await scene.ports.store.change({ account, closePauses: [address], closeWrites: [address] });
  return done;
}
