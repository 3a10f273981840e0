import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { confirmGone } from '../journal/confirm-gone.ts';
import { keepSpent } from '../running/once/keep-spent.ts';
import { accountId, idOf, type Performed, type Scene, toFailed } from '../scene.ts';

/** Removes a cycle of ours, and what we remember of it when it is gone. */
export async function deleteCycle(scene: Scene, operation: Operation): Promise<Performed> {
  const { reader, writer } = scene.ports;
  const [account, id] = [accountId(scene), idOf(scene, operation.address)];
  await keepSpent(scene, operation.address);
  const answer = await writer.deleteCycle(account, id);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  return confirmGone(scene, operation, () => reader.readCycle(account, id));
}
