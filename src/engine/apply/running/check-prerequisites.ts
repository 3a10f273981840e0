import type { Address } from '../../../model/address.ts';
import { type Answer, formatFailure, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isSignedInByOthers } from '../../../model/diff/used-connectors.ts';
import type { Prerequisite } from '../../../model/live/live.ts';
import { connectorNotAuthenticated } from '../../../model/live/live.ts';
import { toNamedPrerequisite } from '../../../model/live/named-prerequisite.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { CycleRef, ServiceReader } from '../../../model/ports.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, toFailed } from '../apply-state.ts';
import { readInstance } from '../cycles/read-instance.ts';

/**
 * Reads the missing prerequisites of a cycle. If the service does not report them, returns its
 * connectors that are not signed in; the start reports the others.
 */
export async function readPrerequisites(
  reader: ServiceReader,
  { account, cycle }: CycleRef,
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
      reason: 'This connector is not signed in',
      objectType: 'AccountConnector',
      objectId: id,
    })),
  };
}

/**
 * Checks the missing prerequisites of a cycle. A connector that others sign in makes it wait; any
 * other is an error.
 */
export async function checkPrerequisites(
  state: ApplyState,
  operation: Operation,
  lacking: readonly Prerequisite[],
): Promise<OperationResult> {
  const waiting = new Set(
    state.diff.connectors
      .filter((item) => isSignedInByOthers(item.desired.desired))
      .flatMap((item) => state.ids.get(item.address) ?? []),
  );
  const others = lacking.filter(
    (item) => item.code !== connectorNotAuthenticated || !waiting.has(item.objectId),
  );
  if (others.length === 0) return { kind: 'waiting' };
  const { address } = operation;
  const nameOf = await readNames(state, address);
  return { kind: 'failed', diagnostics: describe(address, others, nameOf) };
}

/**
 * Checks before a pause if the cycle could start again after its edits; if not, it is left running.
 * Missing sign-ins and mappings count, unless the edits bind the steps or write the mapping.
 */
export async function checkRestart(
  state: ApplyState,
  pause: Operation,
  edits: readonly Operation[],
): Promise<OperationResult> {
  const { address } = pause;
  const lacking = await state.ports.reader.listPrerequisites(
    findAccountId(state),
    findRemoteId(state, address),
  );
  if (!lacking.ok) return toFailed(pause, lacking.failure, formatFailure(lacking.failure));
  if (lacking.value.length === 0) return done;
  const nameOf = await readNames(state, address);
  const left = lacking.value.filter((item) => !isPossibleFix(edits, item, nameOf(item)));
  if (left.length === 0) return done;
  return { kind: 'failed', diagnostics: describe(address, left, nameOf) };
}

// A mapping may only need the value of its variable.
function isPossibleFix(
  edits: readonly Operation[],
  { code }: Prerequisite,
  name?: string,
): boolean {
  return edits.some(({ action }) => {
    if (code === connectorNotAuthenticated) return action.kind === 'bind-slots';
    return action.kind === 'set-variables' || ('path' in action && action.path === name);
  });
}

function describe(address: Address, lacking: readonly Prerequisite[], nameOf: Name): Diagnostic[] {
  return lacking.map((item) =>
    reportError('prerequisite-missing', {
      summary: `${address}: ${item.reason || `reason ${item.code}`} (${nameOf(item) ?? `${item.objectType} ${item.objectId}`})`,
      address,
      remedy:
        'Map it in the manifest, or sign in the connector, and apply again; until then the cycle stays as it is.',
    }),
  );
}

/** Name of the object of a prerequisite; undefined if its id is unknown. */
type Name = (item: Prerequisite) => string | undefined;

async function readNames(state: ApplyState, address: Address): Promise<Name> {
  const shape = await readInstance(state, address);
  return (item) => {
    const { step, mapping } = shape.ok
      ? toNamedPrerequisite(item, shape.value)
      : { step: null, mapping: null };
    if (mapping !== null) return mapping.path;
    if (step !== null) return `step "${step.label}"`;
    return state.diff.connectors.find((each) => state.ids.get(each.address) === item.objectId)
      ?.address;
  };
}
