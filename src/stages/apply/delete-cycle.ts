import { writeFailure } from '../../model/api-failure.ts';
import type { Operation } from '../../model/operation.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, idOf, toFailed } from './scene.ts';

/** Removes a cycle of ours and what we remember of it. */
export async function deleteCycle(scene: Scene, operation: Operation): Promise<Performed> {
  const answer = await scene.ports.writer.deleteCycle(
    accountId(scene),
    idOf(scene, operation.address),
  );
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await scene.ports.store.change({
    account: scene.diff.desired.key,
    dropObjects: [operation.address],
    closePauses: [operation.address],
  });
  return done;
}
