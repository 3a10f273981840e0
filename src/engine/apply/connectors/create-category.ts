import { type FieldPath, fieldAddress, readCategoryKey } from '../../../model/address.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { LiveCategory } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { reportOpenCategory } from '../../../model/report/advice/report-open-category.ts';
import type { Performed, Scene } from '../scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from '../scene.ts';
import { carryValue } from '../values/carry-value.ts';

/**
 * Creates a custom category, once. Nothing lists them, so that a lost answer stays open until a person has
 * looked; what was begun is noted first.
 */
export async function createCategory(
  scene: Scene,
  operation: Operation,
  path: FieldPath,
): Promise<Performed> {
  const { store, writer, clock } = scene.ports;
  const account = scene.diff.desired.key;
  const cargo = await carryValue(scene, { address: operation.address, path }, 'desired');
  if (cargo.kind !== 'plain') throw new Error(`${path} is no text`);
  const name = String(cargo.value);
  const address = fieldAddress(operation.address, path);
  const remoteId = idOf(scene, operation.address);
  const nothing = { idsBefore: [], connectorIdsBefore: [] };
  await store.change({
    account,
    openCreates: [{ address, kind: 'connector', ...nothing, begunAt: clock.now() }],
  });
  const at = { account: accountId(scene), connector: remoteId };
  const answer = await writer.createCategory(at, name);
  if (!answer.ok) {
    if (answer.failure.kind === 'outcome-unknown')
      return {
        kind: 'unknown',
        diagnostics: [reportOpenCategory(address, scene.diff.desired.environment)],
      };
    await store.change({ account, closeCreates: [address] });
    return toFailed(operation, answer.failure, writeFailure(answer.failure));
  }
  await keepRecord(
    scene,
    {
      address: operation.address,
      kind: 'connector',
      remoteId,
      applied: { [path]: cargo.applied },
      categories: { [readCategoryKey(path) ?? '']: { id: answer.value.id, name } },
    },
    { closeField: address },
  );
  return verifyMade(operation, { path, name, made: answer.value });
}

// The answer is the only look at it that there will ever be.
function verifyMade(
  operation: Operation,
  { path, name, made }: { readonly path: FieldPath; readonly name: string; made: LiveCategory },
): Performed {
  const isNamed = made.name === null || made.name === name;
  if (isNamed && made.method !== null) return done;
  const says = isNamed ? 'has no method' : `is called "${made.name}" and not "${name}"`;
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'kept-another-value',
        severity: 'error',
        summary: `${operation.address}/${path} was made with the id ${made.id} and ${says}`,
        address: operation.address,
        remedy: 'Look at it in the console. It is remembered as it is and will not be made again.',
      },
    ],
  };
}
