import type { Address } from '../../model/address.ts';
import type { Operation } from '../../model/operation.ts';
import type { Scene } from './scene.ts';

/**
 * Notes that an operation is begun, before its first request. What makes an object, or pauses one to start it
 * again, notes more than this by itself.
 */
export async function openIntent(scene: Scene, operation: Operation): Promise<void> {
  if (hasIntentOfItsOwn(operation)) return;
  const { address, id, does } = operation;
  await scene.ports.store.change({
    account: scene.diff.desired.key,
    openWrites: [{ address, operation: id, does, begunAt: scene.ports.clock.now() }],
  });
  scene.intents.add(address);
}

/** Notes that the outcome is known, unless what was kept of the object said so already. */
export async function closeIntent(scene: Scene, address: Address): Promise<void> {
  if (!scene.intents.delete(address)) return;
  await scene.ports.store.change({ account: scene.diff.desired.key, closeWrites: [address] });
}

function hasIntentOfItsOwn({ action }: Operation): boolean {
  switch (action.kind) {
    case 'install-connector':
    case 'install-template':
    case 'create-category':
      return true;
    case 'pause-cycle':
      return action.restart !== null;
    default:
      return false;
  }
}
