import type { FieldPath } from '../../../model/address.ts';
import { parsePath, toFieldPath } from '../../../model/address.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { LiveConnector } from '../../../model/live/live.ts';
import type { ConnectorInstall } from '../../../model/live/writes.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, saveRecord, toSecretPlaces } from '../apply-state.ts';
import { closeFailedCreate } from '../journal/close-failed-create.ts';
import { createOnce } from '../journal/create-once.ts';
import { withLookupHint } from '../journal/with-lookup-hint.ts';
import type { Payloads } from '../values/load-payloads.ts';
import { loadPayloads } from '../values/load-payloads.ts';
import { findConnectorDiff } from '../values/read-payload.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { listConnectorIds } from './list-connector-ids.ts';
import { toConnectorWrite, withObserved } from './to-connector-write.ts';

/** Installs a connector. Saves the list before it first, so that a lost answer can be looked up. */
export async function createConnector(
  state: ApplyState,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<OperationResult> {
  const { reader, writer, store, clock } = state.ports;
  const { desired, release, authenticationId } = findConnectorDiff(
    state.diff,
    operation.address,
  ).desired;
  if (release === null) throw new Error(`${operation.address} is a release of no catalog`);
  const loaded = await loadPayloads(state, operation, paths);
  if ('missing' in loaded) return toMissingSecret(operation, loaded.missing);
  const idsBefore = listConnectorIds(state);
  await store.update({
    account: state.diff.desired.key,
    openCreates: [
      {
        address: operation.address,
        kind: 'connector',
        idsBefore,
        connectorIdsBefore: [],
        begunAt: clock.now(),
        ...toSecretPlaces(state, operation),
      },
    ],
  });
  const install: ConnectorInstall = {
    releaseId: release.id,
    name: desired.name,
    ...toInstall(loaded.payloads),
    ...(authenticationId === null ? {} : { authenticationId }),
  };
  const account = findAccountId(state);
  const answer = await createOnce(clock, {
    send: () => writer.installConnector(account, install),
    look: async () => {
      const listed = await reader.listConnectors(account);
      return listed.ok
        ? { ok: true, value: findNew(listed.value, install.name, idsBefore) }
        : listed;
    },
  });
  if (!answer.ok) {
    const failed = await closeFailedCreate(state, operation, answer);
    return withLookupHint(state, { operation, part: 'connectors' }, failed);
  }
  const read = answer.value.authFingerprint;
  const made = { ...loaded.applied, ...toOrigin(desired, answer.value) };
  await saveRecord(
    state,
    {
      address: operation.address,
      kind: 'connector',
      remoteId: answer.value.id,
      applied: withObserved(made, read),
    },
    { closeCreate: true },
  );
  return done;
}

// Records the origin, because a service without a list of connectors never reports it later.
function toOrigin(
  { connector }: DesiredConnector,
  { release }: LiveConnector,
): Record<FieldPath, AppliedValue> {
  return {
    [toFieldPath('connector', 'name')]: { kind: 'plain', value: release.name, origin: 'read' },
    ...(connector.version === null
      ? {}
      : {
          [toFieldPath('connector', 'version')]: {
            kind: 'plain',
            value: release.version,
            origin: 'read',
          },
        }),
  };
}

function findNew(
  listed: readonly LiveConnector[],
  name: string,
  idsBefore: readonly string[],
): LiveConnector | null {
  return listed.find((item) => item.name === name && !idsBefore.includes(item.id)) ?? null;
}

function toInstall(payload: Payloads): Omit<ConnectorInstall, 'releaseId' | 'name'> {
  const { description, authValue } = toConnectorWrite(payload);
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(authValue === undefined ? {} : { authValue }),
    properties: [...payload].flatMap(([path, item]) => {
      const [section, name = ''] = parsePath(path);
      if (section !== 'properties') return [];
      return [{ name, value: item.kind === 'secret' ? item.value : String(item.value ?? '') }];
    }),
  };
}
