import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { CycleSource } from '../../../model/desired/bound.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { listOwnKeys } from '../../../model/diff/identity.ts';
import { isUnfinishedCandidate } from '../../../model/diff/unfinished-create.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { LiveCycle, RemoteId } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, saveRecord, toFailed } from '../apply-state.ts';
import { listConnectorIds } from '../connectors/list-connector-ids.ts';
import { closeFailedCreate } from '../journal/close-failed-create.ts';
import { createOnce } from '../journal/create-once.ts';
import { findCycleDiff } from '../values/read-payload.ts';

/**
 * Creates a cycle with one request. A repeated request creates another cycle, so the list before it
 * is saved first. After an earlier unknown outcome, a new cycle in that list counts as its result.
 */
export async function createCycle(
  state: ApplyState,
  operation: Operation,
  send: (account: RemoteId) => Promise<Answer<LiveCycle>>,
): Promise<OperationResult> {
  const { reader, store, clock } = state.ports;
  const { source, desired } = findCycleDiff(state.diff, operation.address).desired.bound;
  const account = findAccountId(state);
  const earlier = state.diff.state.creates.get(operation.address);
  // An account that this apply made has no other cycles than those that it made.
  const before: Answer<readonly LiveCycle[]> = state.made.hasAccount
    ? { ok: true, value: [...state.made.cycles.values()] }
    : await reader.listCycles(account);
  if (!before.ok) return toFailed(operation, before.failure, formatFailure(before.failure));
  const idsBefore = earlier?.idsBefore ?? before.value.map((cycle) => cycle.id);
  const known = new Set([...idsBefore, ...state.ids.values()]);
  // After an earlier install, others may have created cycles, and a file's cycle is identified by
  // its name.
  const name = earlier === undefined && source.id !== null ? null : source.name;
  const made = { templateId: source.id, name, keys: listOwnKeys(desired) };
  const findNew = (listed: readonly LiveCycle[]) =>
    listed.filter((cycle) => !known.has(cycle.id) && isUnfinishedCandidate(cycle, made));
  const late = findNew(before.value);
  const [only] = late;
  if (late.length > 1) return failSeveral(operation, late);
  if (only !== undefined) return saveCycle(state, operation, only);
  await store.update({
    account: state.diff.desired.key,
    openCreates: [
      {
        address: operation.address,
        kind: 'cycle',
        idsBefore,
        connectorIdsBefore: listConnectorIds(state),
        begunAt: clock.now(),
        name: source.name,
        ...(source.kind === 'file' ? { structure: source.structure } : {}),
        ...(source.kind === 'template' ? { templateId: source.id } : {}),
      },
    ],
  });
  const answer = await createOnce(clock, {
    send: () => send(account),
    look: async (): Promise<Answer<LiveCycle | null>> => {
      const listed = await reader.listCycles(account);
      if (!listed.ok) return listed;
      const found = findNew(listed.value);
      return { ok: true, value: found.length === 1 ? (found[0] ?? null) : null };
    },
  });
  if (answer.ok) return saveCycle(state, operation, answer.value);
  // This refusal does not reveal the outcome of the earlier create.
  if (earlier === undefined) return closeFailedCreate(state, operation, answer);
  return toFailed(operation, answer.failure, formatFailure(answer.failure));
}

function failSeveral(operation: Operation, late: readonly LiveCycle[]): OperationResult {
  const { address } = operation;
  const ids = late.map(({ id }) => id).join(', ');
  const summary = `${address}: the outcome of an earlier create is unknown, and several cycles appeared since: ${ids}`;
  return {
    kind: 'failed',
    diagnostics: [reportError('outcome-unknown', { summary, address })],
  };
}

async function saveCycle(
  state: ApplyState,
  { address }: Operation,
  made: LiveCycle,
): Promise<OperationResult> {
  state.made.cycles.set(address, made);
  const { source, desired } = findCycleDiff(state.diff, address).desired.bound;
  const isToRun = desired.activity.kind === 'set' && desired.activity.value.kind === 'active';
  await saveRecord(
    state,
    {
      address,
      kind: 'cycle',
      remoteId: made.id,
      ...(source.kind === 'file' ? { unproven: source.structure } : {}),
      applied: {
        ...toAppliedSource(source),
        // Null until the first start, because Git did not ask for a pause.
        [toFieldPath('state')]: { kind: 'plain', value: isToRun ? null : 'paused', origin: 'read' },
      },
    },
    { closeCreate: true },
  );
  return done;
}

// The structure of a file counts as applied after it is verified.
function toAppliedSource(source: CycleSource): Readonly<Record<FieldPath, AppliedValue>> {
  if (source.kind === 'file') return {};
  return {
    [toFieldPath('from', 'template')]: { kind: 'plain', value: source.name, origin: 'sent' },
  };
}
