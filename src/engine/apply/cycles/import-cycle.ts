import { connectorAddress, toFieldPath } from '../../../model/address.ts';
import type { CycleSource } from '../../../model/desired/bound.ts';
import { reportNotKept } from '../../../model/desired/cycle-file/report-not-kept.ts';
import { type ApiFailure, writeFailure } from '../../../model/diagnostic/api-failure.ts';
import { identityTag } from '../../../model/diff/identity.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { Performed, Scene } from '../scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from '../scene.ts';
import { cycleAt } from '../values/carry-value.ts';
import { makeCycle } from './make-cycle.ts';

/**
 * Makes a cycle from its file, with ids of this service, and looks whether the service built what the file says: only
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
  return proveStructure(scene, operation, source);
}

// A success is no proof (law 12), and what makes way for it goes for good.
async function proveStructure(
  scene: Scene,
  operation: Operation,
  { loaded, structure }: Extract<CycleSource, { readonly kind: 'file' }>,
): Promise<Performed> {
  const { address } = operation;
  const remoteId = idOf(scene, address);
  const at = { account: accountId(scene), cycle: remoteId, file: loaded.file };
  const made = await scene.readStructure(at);
  if (!made.ok) return failUnread(operation, made.failure);
  if (made.value.digest !== structure) {
    const { environment } = scene.diff.desired;
    const diagnostic = reportNotKept({ environment, address, path: loaded.path }, made.value);
    return { kind: 'failed', isMade: true, diagnostics: [diagnostic] };
  }
  await keepRecord(scene, {
    address,
    kind: 'cycle',
    remoteId,
    applied: { [toFieldPath('from', 'file')]: { kind: 'plain', value: structure, origin: 'read' } },
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

function failUnread({ address }: Operation, failure: ApiFailure): Performed {
  return {
    kind: 'failed',
    isMade: true,
    diagnostics: [
      {
        code: 'request-failed',
        severity: 'error',
        summary: `${address} was imported, and could not be read`,
        detail: writeFailure(failure),
        address,
        remedy: 'It is paused. Apply again: it is looked at first, and not imported again.',
      },
    ],
  };
}
