import { toConnectorAddress, toFieldPath } from '../../../model/address.ts';
import type { CycleSource } from '../../../model/desired/bound.ts';
import { reportNotKept } from '../../../model/desired/cycle-file/cycle-import.ts';
import { type ApiFailure, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { toIdentityTag } from '../../../model/diff/identity.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  saveRecord,
  toFailed,
} from '../apply-state.ts';
import { findCycleDiff } from '../values/read-payload.ts';
import { createCycle } from './create-cycle.ts';

/**
 * Imports a cycle from its file with the ids of this service, and verifies its structure before
 * that counts as applied. The new cycle is paused (SERVICE E.2 [I]).
 */
export async function importCycle(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult> {
  const { source, desired } = findCycleDiff(state.diff, operation.address).desired.bound;
  if (source.kind !== 'file') throw new Error(`${operation.address} is not made from a file`);
  const prepared = await state.prepareImport({
    account: findAccountId(state),
    name: source.name,
    tag: toIdentityTag(desired.key),
    loaded: source.loaded,
    connectors: listConnectors(state, operation),
  });
  if (!prepared.ok) return toFailed(operation, prepared.failure, formatFailure(prepared.failure));
  if (prepared.value.kind === 'lacking') {
    return { kind: 'failed', diagnostics: prepared.value.diagnostics };
  }
  const { raw } = prepared.value;
  const made = await createCycle(state, operation, (account) =>
    state.ports.writer.importCycle(account, raw),
  );
  if (made.kind !== 'done') return made;
  return verifyStructure(state, operation, source);
}

// A success proves nothing (law 12), and the deposed cycle is deleted for good.
async function verifyStructure(
  state: ApplyState,
  operation: Operation,
  { loaded, structure }: Extract<CycleSource, { readonly kind: 'file' }>,
): Promise<OperationResult> {
  const { address } = operation;
  const remoteId = findRemoteId(state, address);
  const at = { account: findAccountId(state), cycle: remoteId, file: loaded.file };
  const made = await state.readStructure(at);
  if (!made.ok) return failUnread(operation, made.failure);
  if (made.value.digest !== structure) {
    const { environment } = state.diff.desired;
    const diagnostic = reportNotKept({ environment, address, path: loaded.path }, made.value);
    return { kind: 'failed', isMade: true, diagnostics: [diagnostic] };
  }
  await saveRecord(state, {
    address,
    kind: 'cycle',
    remoteId,
    applied: { [toFieldPath('from', 'file')]: { kind: 'plain', value: structure, origin: 'read' } },
  });
  return done;
}

// The existing connectors for the slots; the others are bound afterwards.
function listConnectors(
  state: ApplyState,
  { address }: Operation,
): ReadonlyMap<string, { readonly id: RemoteId; readonly name: string }> {
  const { slotKeys } = findCycleDiff(state.diff, address).desired;
  const found = [...slotKeys].flatMap(([slot, key]) => {
    const at = toConnectorAddress(state.diff.desired.key, key);
    const id = state.ids.get(at);
    const connector = state.diff.connectors.find((each) => each.address === at);
    return id === undefined || connector === undefined
      ? []
      : [[slot, { id, name: connector.desired.desired.name }] as const];
  });
  return new Map(found);
}

// A service that never exports cycles would answer each further apply alike.
function failUnread({ address }: Operation, failure: ApiFailure): OperationResult {
  const isLasting = /^(?:forbidden|not-found|rejected)$/.test(failure.kind);
  return {
    kind: 'failed',
    isMade: true,
    diagnostics: [
      reportError('request-failed', {
        summary: `${address} was imported but could not be read`,
        detail: formatFailure(failure),
        address,
        remedy: isLasting
          ? 'It is paused. A cycle file needs the export of the service: allow it and apply again, or make the cycle from a template.'
          : 'It is paused. Apply again: apply reads it first and does not import it again.',
      }),
    ],
  };
}
