import type { Address } from '../../../model/address.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { SentActivation } from '../../../model/state/account-state.ts';
import {
  type ApplyState,
  findRemoteId,
  type OperationResult,
  toSecretPlaces,
} from '../apply-state.ts';

/**
 * Runs an operation between two records: the intent before its first request, the outcome after its
 * last. An unknown outcome or a crash leaves the intent for the next read. Creates and pauses
 * record more.
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

/** Adds the schedule of a start to its intent, so that it survives a crash. */
export async function recordStart(
  state: ApplyState,
  operation: Operation,
  run: SentActivation,
): Promise<SentActivation> {
  state.intents.set(operation.address, run);
  await openIntent(state, operation);
  return run;
}

// An earlier start of unknown outcome may still succeed, so a second one does not replace it.
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
