import { connectorAddress, toFieldPath } from '../../model/address.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { CycleShape } from '../../model/cycle-shape.ts';
import type { LoadedCycleFile } from '../../model/cycle-file.ts';
import { identityTag } from '../../model/identity.ts';
import type { RemoteId } from '../../model/live.ts';
import type { Operation } from '../../model/operation.ts';
import { cycleAt } from './carry-value.ts';
import { makeCycle } from './make-cycle.ts';
import { readInstance } from './read-instance.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';

/**
 * Makes a cycle from its file, with ids of this service, and looks whether the service took all of its steps: only
 * then it counts as made from the file. It is paused on arrival (SERVICE E.2 [I]).
 */
export async function importCycle(scene: Scene, operation: Operation): Promise<Performed> {
  const { source, desired } = cycleAt(scene.diff, operation.address).desired.bound;
  if (source.kind !== 'file') throw new Error(`${operation.address} is made from no file`);
  const prepared = await scene.prepareImport({
    account: accountId(scene),
    name: source.name,
    tag: identityTag(desired.key),
    loaded: source.loaded,
    connectors: listConnectors(scene, operation),
  });
  if (!prepared.ok) return toFailed(operation, prepared.failure, writeFailure(prepared.failure));
  if (prepared.value.kind === 'lacking') {
    return { kind: 'failed', diagnostics: prepared.value.diagnostics };
  }
  const { raw } = prepared.value;
  const made = await makeCycle(scene, operation, (account) =>
    scene.ports.writer.importCycle(account, raw),
  );
  if (made.kind !== 'done') return made;
  const compared = await compareSteps(scene, operation, source.loaded);
  if (compared.kind !== 'done') return compared;
  const { address } = operation;
  await keepRecord(scene, {
    address,
    kind: 'cycle',
    remoteId: idOf(scene, address),
    applied: { [toFieldPath('from', 'file')]: { kind: 'plain', value: source.structure } },
  });
  return done;
}

// The connectors that the manifest gives the slots, as far as they exist by now; the rest is bound afterwards.
function listConnectors(
  scene: Scene,
  { address }: Operation,
): ReadonlyMap<string, { readonly id: RemoteId; readonly name: string }> {
  const { slotKeys } = cycleAt(scene.diff, address).desired;
  const found = [...slotKeys].flatMap(([slot, key]) => {
    const at = connectorAddress(scene.diff.desired.key, key);
    const id = scene.ids.get(at);
    const connector = scene.diff.connectors.find((each) => each.address === at);
    return id === undefined || connector === undefined
      ? []
      : [[slot, { id, name: connector.desired.desired.name }] as const];
  });
  return new Map(found);
}

// A success is no proof (law 12): a step that the service left out would be missed by nobody else.
async function compareSteps(
  scene: Scene,
  operation: Operation,
  { file, path }: LoadedCycleFile,
): Promise<Performed> {
  const instance = await readInstance(scene, operation.address);
  if (!instance.ok) return toFailed(operation, instance.failure, writeFailure(instance.failure));
  const wanted = file.steps.map(({ name, method }) => JSON.stringify([name, method])).sort();
  const found = listWork(instance.value);
  if (wanted.join() === found.join()) return done;
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'kept-another-value',
        severity: 'error',
        summary: `${operation.address}: the service answered with success and made other steps than ${path} has`,
        detail: `It has ${found.length} steps, and the file ${wanted.length}.`,
        address: operation.address,
        remedy: 'Look at it in the console. It is paused, and is not started.',
      },
    ],
  };
}

function listWork({ steps }: CycleShape): string[] {
  return steps.map(({ name, method }) => JSON.stringify([name, method])).sort();
}
