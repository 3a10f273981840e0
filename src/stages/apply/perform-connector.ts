import type { FieldPath } from '../../model/address.ts';
import { splitPath } from '../../model/address.ts';
import type { Answer } from '../../model/api-failure.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { AppliedValue } from '../../model/field-value.ts';
import type { LiveConnector } from '../../model/live.ts';
import type { Operation } from '../../model/operation.ts';
import type { SecretValue } from '../../model/secret.ts';
import type { ConnectorInstall, ConnectorWrite } from '../../model/writes.ts';
import type { Cargo } from './carry-value.ts';
import { carryValue, connectorAt } from './carry-value.ts';
import { createOnce } from './create-once.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';
import { toMissingSecret } from './to-missing-secret.ts';

/** Installs a connector. What was listed before is noted first, so that a lost answer can be looked up. */
export async function installConnector(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<Performed> {
  const { reader, writer, store, clock } = scene.ports;
  const { desired, release, authenticationId } = connectorAt(scene.diff, operation.address).desired;
  const loaded = await loadCargo(scene, operation, paths);
  if ('missing' in loaded) return toMissingSecret(operation, loaded.missing);
  const idsBefore = listKnownIds(scene);
  await store.change({
    account: scene.diff.desired.key,
    openCreates: [
      {
        address: operation.address,
        kind: 'connector',
        idsBefore,
        connectorIdsBefore: [],
        begunAt: clock.now(),
      },
    ],
  });
  const install: ConnectorInstall = {
    releaseId: release.id,
    name: desired.name,
    ...toInstall(loaded.cargo),
    ...(authenticationId === null ? {} : { authenticationId }),
  };
  const account = accountId(scene);
  const answer = await createOnce(clock, {
    send: () => writer.installConnector(account, install),
    look: async () => {
      const listed = await reader.listConnectors(account);
      return listed.ok
        ? { ok: true, value: findNew(listed.value, install.name, idsBefore) }
        : listed;
    },
  });
  if (!answer.ok) return failCreate(scene, operation, answer);
  const read = answer.value.authPrint;
  await keepRecord(
    scene,
    {
      address: operation.address,
      kind: 'connector',
      remoteId: answer.value.id,
      applied: withRead(loaded.applied, read),
    },
    { closeCreate: true },
  );
  return done;
}

function findNew(
  listed: readonly LiveConnector[],
  name: string,
  idsBefore: readonly string[],
): LiveConnector | null {
  return listed.find((item) => item.name === name && !idsBefore.includes(item.id)) ?? null;
}

/** A create that the service refused leaves no intent behind; one whose outcome is unknown keeps it. */
export async function failCreate(
  scene: Scene,
  operation: Operation,
  answer: Extract<Answer<unknown>, { readonly ok: false }>,
): Promise<Performed> {
  if (answer.failure.kind !== 'outcome-unknown') {
    await scene.ports.store.change({
      account: scene.diff.desired.key,
      closeCreates: [operation.address],
    });
  }
  return toFailed(operation, answer.failure, writeFailure(answer.failure));
}

/** Ids of the installed connectors that exist by now. */
export function listKnownIds(scene: Scene): string[] {
  const { connectors, leftConnectors } = scene.diff;
  const listed = [...connectors, ...leftConnectors].flatMap((item) =>
    item.live === null ? [] : [item.live.id],
  );
  const made = connectors.flatMap((item) => scene.ids.get(item.address) ?? []);
  return [...new Set([...listed, ...made])];
}

/** Writes name, description or AuthValue of a connector. */
export async function updateConnector(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<Performed> {
  const loaded = await loadCargo(scene, operation, paths);
  if ('missing' in loaded) return toMissingSecret(operation, loaded.missing);
  const remoteId = idOf(scene, operation.address);
  const answer = await scene.ports.writer.updateConnector(
    accountId(scene),
    remoteId,
    toWrite(loaded.cargo),
  );
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  const applied = withRead(loaded.applied, answer.value.authPrint);
  await keepRecord(scene, { address: operation.address, kind: 'connector', remoteId, applied });
  return done;
}

/** Creates or updates one property, as the connector has it or not. */
export async function setProperty(
  scene: Scene,
  operation: Operation,
  path: FieldPath,
): Promise<Performed> {
  const cargo = await carryValue(scene, { address: operation.address, path }, 'desired');
  if (cargo.kind === 'missing') return toMissingSecret(operation, cargo.from);
  const name = splitPath(path)[1] ?? '';
  const value = cargo.kind === 'secret' ? cargo.value : String(cargo.value ?? '');
  const remoteId = idOf(scene, operation.address);
  const at = { account: accountId(scene), connector: remoteId };
  // Looked up now: a repeated create would make a second property of that name.
  const live = await scene.ports.reader.readConnector(at.account, at.connector);
  if (!live.ok) return toFailed(operation, live.failure, writeFailure(live.failure));
  const property = live.value?.properties.find((item) => item.name === name);
  const answer =
    property === undefined
      ? await scene.ports.writer.createProperty(at, name, value)
      : await scene.ports.writer.updateProperty(at, property, value);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await keepRecord(scene, {
    address: operation.address,
    kind: 'connector',
    remoteId,
    applied: { [path]: cargo.applied },
  });
  return done;
}

/** Removes a connector of ours and what we remember of it. */
export async function deleteConnector(scene: Scene, operation: Operation): Promise<Performed> {
  const answer = await scene.ports.writer.deleteConnector(
    accountId(scene),
    idOf(scene, operation.address),
  );
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await scene.ports.store.change({
    account: scene.diff.desired.key,
    dropObjects: [operation.address],
  });
  return done;
}

type Loaded = ReadonlyMap<FieldPath, Exclude<Cargo, { readonly kind: 'missing' }>>;

async function loadCargo(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<{ cargo: Loaded; applied: Record<FieldPath, AppliedValue> } | { missing: string }> {
  const cargo = new Map<FieldPath, Exclude<Cargo, { readonly kind: 'missing' }>>();
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of paths) {
    if (
      path === 'auth' &&
      connectorAt(scene.diff, operation.address).desired.desired.auth.kind !== 'value'
    )
      continue;
    const item = await carryValue(scene, { address: operation.address, path }, 'desired');
    if (item.kind === 'missing') return { missing: item.from };
    cargo.set(path, item);
    applied[path] = item.applied;
  }
  return { cargo, applied };
}

function toWrite(cargo: Loaded): ConnectorWrite {
  const name = cargo.get('displayName' as FieldPath);
  const description = cargo.get('description' as FieldPath);
  const auth = cargo.get('auth' as FieldPath);
  return {
    ...(typeof name?.value === 'string' ? { name: name.value } : {}),
    ...(description === undefined ? {} : { description: toText(description.value) }),
    ...(auth?.kind === 'secret' ? { authValue: auth.value } : {}),
  };
}

function toInstall(cargo: Loaded): Omit<ConnectorInstall, 'releaseId' | 'name'> {
  const { description, authValue } = toWrite(cargo);
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(authValue === undefined ? {} : { authValue }),
    properties: [...cargo].flatMap(([path, item]) => {
      const [room, name = ''] = splitPath(path);
      if (room !== 'properties') return [];
      return [{ name, value: item.kind === 'secret' ? item.value : String(item.value ?? '') }];
    }),
  };
}

function toText(value: unknown | SecretValue): string | null {
  return typeof value === 'string' ? value : null;
}

// What the service shows right after our write is what a later look is compared with.
function withRead(
  applied: Record<FieldPath, AppliedValue>,
  read: LiveConnector['authPrint'],
): Record<FieldPath, AppliedValue> {
  const path = 'auth' as FieldPath;
  const auth = applied[path];
  return auth?.kind === 'secret' ? { ...applied, [path]: { ...auth, read } } : applied;
}
