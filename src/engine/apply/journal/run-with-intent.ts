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
  state: ApplyState,
  operation: Operation,
  perform: () => Promise<OperationResult>,
): Promise<OperationResult> {
  if (hasIntentOfItsOwn(operation)) return perform();
  await openIntent(state, operation);
  const performed = await perform();
  if (performed.kind !== 'unknown') await closeIntent(state, operation.address);
  return performed;
}

/** Adds to the first note of a start what is about to be sent: it is known then whatever becomes of us. */
export async function recordStart(
  state: ApplyState,
  operation: Operation,
  run: RunState,
): Promise<RunState> {
  state.intents.set(operation.address, run);
  await openIntent(state, operation);
  return run;
}

// A start whose end is not known yet may still come to pass, and is not forgotten when it is sent once more.
async function openIntent(state: ApplyState, operation: Operation): Promise<void> {
  const { address, id, does } = operation;
  const begunAt = state.ports.clock.now();
  const run = state.intents.get(address) ?? null;
  const start = run === null ? {} : { start: { cycleId: findRemoteId(state, address), run } };
  const secrets = toSecretPlaces(state, operation);
  await state.ports.store.update({
    account: state.diff.desired.key,
    openWrites: [{ address, operation: id, does, begunAt, ...secrets, ...start }],
  });
  state.intents.set(address, run);
}

async function closeIntent(state: ApplyState, address: Address): Promise<void> {
  if (!state.intents.delete(address)) return;
  await state.ports.store.update({ account: state.diff.desired.key, closeWrites: [address] });
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
