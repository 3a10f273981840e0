import type { Address } from '../../../model/address.ts';
import type { RunState } from '../../../model/memory/account-state.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type ApplyState,
  findRemoteId,
  type OperationResult,
  toSecretPlaces,
} from '../apply-state.ts';

/**
 * Does an operation between two notes: that it is begun is durable before its first request, and that its outcome is
 * known after the last, unless what was kept of the object said so already. Where the outcome stays unknown, or we
 * die, the first note stays for the next look at the account. What makes an object, or pauses one to start it again,
 * notes more than this by itself.
 */
export async function runWithIntent(
  scene: ApplyState,
  operation: Operation,
  perform: () => Promise<OperationResult>,
): Promise<OperationResult> {
  if (hasIntentOfItsOwn(operation)) return perform();
  await openIntent(scene, operation);
  const performed = await perform();
  if (performed.kind !== 'unknown') await closeIntent(scene, operation.address);
  return performed;
}

/** Adds to the first note of a start what is about to be sent: it is known then whatever becomes of us. */
export async function recordStart(
  scene: ApplyState,
  operation: Operation,
  run: RunState,
): Promise<RunState> {
  scene.intents.set(operation.address, run);
  await openIntent(scene, operation);
  return run;
}

// A start whose end is not known yet may still come to pass, and is not forgotten when it is sent once more.
async function openIntent(scene: ApplyState, operation: Operation): Promise<void> {
  const { address, id, does } = operation;
  const begunAt = scene.ports.clock.now();
  const run = scene.intents.get(address) ?? null;
  const start = run === null ? {} : { start: { cycleId: findRemoteId(scene, address), run } };
  const secrets = toSecretPlaces(scene, operation);
  await scene.ports.store.update({
    account: scene.diff.desired.key,
    openWrites: [{ address, operation: id, does, begunAt, ...secrets, ...start }],
  });
  scene.intents.set(address, run);
}

async function closeIntent(scene: ApplyState, address: Address): Promise<void> {
  if (!scene.intents.delete(address)) return;
  await scene.ports.store.update({ account: scene.diff.desired.key, closeWrites: [address] });
}

function hasIntentOfItsOwn({ action }: Operation): boolean {
  switch (action.kind) {
    case 'install-connector':
    case 'install-template':
    case 'import-cycle':
    case 'create-category':
      return true;
    case 'pause-cycle':
      return action.restart !== null;
    default:
      return false;
  }
}
