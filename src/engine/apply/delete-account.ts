import { writeFailure } from '../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../model/plan/operation.ts';
import { toKept } from './journal/confirm-gone.ts';
import { accountId, done, type Performed, type Scene, toFailed } from './scene.ts';

/**
 * Deletes an account that is empty by now, and all that we remember of it when its id says that it is gone. The
 * service would take along what is in it (SERVICE A.1 [T], I.26), so that it is looked into right before: nothing
 * goes that nobody named.
 */
export async function deleteAccount(scene: Scene, operation: Operation): Promise<Performed> {
  const { reader, writer, store } = scene.ports;
  const id = accountId(scene);
  const [cycles, connectors] = [await reader.listCycles(id), await reader.listConnectors(id)];
  for (const listed of [cycles, connectors]) {
    if (!listed.ok) return toFailed(operation, listed.failure, writeFailure(listed.failure));
    if (listed.value.length > 0) return toFilled(operation, listed.value);
  }
  const answer = await writer.deleteAccount(id);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  const left = await reader.readAccount(id);
  if (!left.ok) return toFailed(operation, left.failure, writeFailure(left.failure));
  if (left.value !== null) return toKept(operation);
  const { key } = scene.diff.desired;
  const { objects, creates, pauses, writes } = await store.readMemory(key);
  scene.intents.clear();
  await store.change({
    account: key,
    dropObjects: [...objects.keys()],
    closeCreates: [...creates.keys()],
    closePauses: [...pauses.keys()],
    closeWrites: [...writes.keys()],
  });
  return done;
}

function toFilled({ address }: Operation, left: readonly { readonly name: string }[]): Performed {
  const names = left.map(({ name }) => JSON.stringify(name)).join(', ');
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'account-not-empty',
        severity: 'error',
        summary: `${address} is not empty: somebody has made ${names} in it`,
        address,
        remedy: 'The account was left as it is. Look whose that is; when it is gone, run it again.',
      },
    ],
  };
}
