import type { Address } from '../../model/address.ts';
import { type Answer, isNotOffered, writeFailure } from '../../model/api-failure.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Prerequisite } from '../../model/live.ts';
import { connectorNotAuthenticated } from '../../model/live.ts';
import type { Operation } from '../../model/operation.ts';
import type { CycleAt, ServiceReader } from '../../model/ports.ts';
import { readInstance } from './read-instance.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, idOf, toFailed } from './scene.ts';

/**
 * What the service says that a cycle lacks before it can start. Where it does not say, the cycle itself
 * tells of which connectors nobody is signed in; the rest is told by the start.
 */
export async function listLacking(
  reader: ServiceReader,
  { account, cycle }: CycleAt,
): Promise<Answer<readonly Prerequisite[]>> {
  const listed = await reader.listPrerequisites(account, cycle);
  if (!isNotOffered(listed)) return listed;
  const read = await reader.readCycle(account, cycle);
  if (!read.ok) return read;
  const lacking = (read.value?.connectors ?? []).filter(({ authenticated }) => !authenticated);
  return {
    ok: true,
    value: lacking.map(({ id }) => ({
      code: connectorNotAuthenticated,
      reason: 'Nobody has signed this connector in',
      objectType: 'AccountConnector',
      objectId: id,
    })),
  };
}

/**
 * What a cycle lacks before it can start. Only a connector that a person must sign in makes it wait;
 * anything else is an error.
 */
export async function judgeLacking(
  scene: Scene,
  operation: Operation,
  lacking: readonly Prerequisite[],
): Promise<Performed> {
  const waiting = new Set(
    scene.diff.connectors
      .filter((item) => item.desired.desired.auth.kind === 'oauth')
      .flatMap((item) => scene.ids.get(item.address) ?? []),
  );
  const others = lacking.filter(
    (item) => item.code !== connectorNotAuthenticated || !waiting.has(item.objectId),
  );
  if (others.length === 0) return { kind: 'waiting' };
  return { kind: 'failed', diagnostics: await describeLacking(scene, operation, others) };
}

/**
 * Asks, before a running cycle is paused, whether it could be started again: one of whose connectors
 * has lost its sign-in could not, and is left running. The edit itself may mend all else.
 */
export async function checkRestart(scene: Scene, pause: Operation): Promise<Performed> {
  const { address } = pause;
  const lacking = await scene.ports.reader.listPrerequisites(
    accountId(scene),
    idOf(scene, address),
  );
  if (!lacking.ok) return toFailed(pause, lacking.failure, writeFailure(lacking.failure));
  const lost = lacking.value.filter((item) => item.code === connectorNotAuthenticated);
  if (lost.length === 0) return done;
  return { kind: 'failed', diagnostics: await describeLacking(scene, pause, lost) };
}

async function describeLacking(
  scene: Scene,
  { address }: Operation,
  lacking: readonly Prerequisite[],
): Promise<Diagnostic[]> {
  const names = await nameObjects(scene, address);
  return lacking.map((item) => ({
    code: 'prerequisite-missing',
    severity: 'error',
    summary: `${address}: ${item.reason || `reason ${item.code}`} (${names.get(item.objectId) ?? `${item.objectType} ${item.objectId}`})`,
    address,
    remedy:
      'Map it in the manifest, or sign the connector in, and apply again; until then the cycle is left as it is.',
  }));
}

async function nameObjects(scene: Scene, address: Address): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const item of scene.diff.connectors) {
    const id = scene.ids.get(item.address);
    if (id !== undefined) names.set(id, item.address);
  }
  const shape = await readInstance(scene, address);
  if (!shape.ok) return names;
  for (const step of shape.value.steps) {
    names.set(step.id, `step "${step.label}"`);
    for (const item of step.parameters)
      names.set(item.id, `steps/${step.label}/parameters/${item.name}`);
    for (const item of step.fields) names.set(item.id, `steps/${step.label}/fields/${item.name}`);
  }
  return names;
}
