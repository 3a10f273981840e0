import type { Address } from '../../model/address.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Operation } from '../../model/operation.ts';
import { isAhead } from '../../model/schedule.ts';
import { findAwaited } from './may-have-run.ts';
import { accountId, done, idOf, type Performed, type Scene, toFailed } from './scene.ts';

/**
 * Looks, before cycles are stopped, whether the single run of one of them is due or under way. It is left to its end:
 * once it is stopped nobody could tell whether it was had.
 */
export async function checkDue(scene: Scene, pauses: readonly Operation[]): Promise<Performed> {
  const { reader, clock } = scene.ports;
  for (const pause of pauses) {
    const { address } = pause;
    const awaited = findAwaited(scene, address);
    if (awaited === null || isAhead(awaited, clock.now())) continue;
    const seen = await reader.readCycle(accountId(scene), idOf(scene, address));
    if (!seen.ok) return toFailed(pause, seen.failure, writeFailure(seen.failure));
    if (seen.value?.status === 'Active') return leaveRunning(address, awaited.at);
  }
  return done;
}

function leaveRunning(address: Address, at: string): Performed {
  const diagnostic: Diagnostic = {
    code: 'single-run-due',
    severity: 'error',
    summary: `${address}: its single run at ${at} is due or under way, so that it is not stopped`,
    address,
    remedy: 'Apply again when it is over.',
  };
  return { kind: 'failed', diagnostics: [diagnostic] };
}
