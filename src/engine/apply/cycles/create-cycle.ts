import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { CycleSource } from '../../../model/desired/bound.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
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
import { toSpentRun } from '../running/once/save-spent-run.ts';
import { findCycleDiff } from '../values/read-payload.ts';

/**
 * Makes a cycle from its template or its file, by one request. A repeated request makes another cycle, so what was
 * listed before is noted first. Where an earlier one has no known end, what was listed before that counts on, and
 * what is new since is taken for its cycle before another is made: it may show late.
 */
export async function createCycle(
  state: ApplyState,
  operation: Operation,
  send: (account: RemoteId) => Promise<Answer<LiveCycle>>,
): Promise<OperationResult> {
  const { reader, store, clock } = state.ports;
  const { source, desired } = findCycleDiff(state.diff, operation.address).desired.bound;
  const account = findAccountId(state);
  const before = await reader.listCycles(account);
  if (!before.ok) return toFailed(operation, before.failure, formatFailure(before.failure));
  const earlier = state.diff.memory.creates.get(operation.address);
  const idsBefore = earlier?.idsBefore ?? before.value.map((cycle) => cycle.id);
  const known = new Set([...idsBefore, ...state.ids.values()]);
  // Since an earlier install others may have made some, and one that has no template is told from others by its name.
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
  // That this one was refused does not tell what became of the earlier.
  if (earlier === undefined) return closeFailedCreate(state, operation, answer);
  return toFailed(operation, answer.failure, formatFailure(answer.failure));
}

function failSeveral(operation: Operation, late: readonly LiveCycle[]): OperationResult {
  const { address } = operation;
  const ids = late.map(({ id }) => id).join(', ');
  const summary = `${address}: an earlier create has no known end, and several cycles have shown up since: ${ids}`;
  return {
    kind: 'failed',
    diagnostics: [{ code: 'outcome-unknown', severity: 'error', summary, address }],
  };
}

async function saveCycle(
  state: ApplyState,
  { address }: Operation,
  made: LiveCycle,
): Promise<OperationResult> {
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
        // Null until it is started: that it is paused is nothing that Git asked for.
        [toFieldPath('state')]: { kind: 'plain', value: isToRun ? null : 'paused', origin: 'read' },
        ...toSpentRun(state, address),
      },
    },
    { closeCreate: true },
  );
  return done;
}

// Whether the service built what a file says is looked at before that counts as applied.
function toAppliedSource(source: CycleSource): Readonly<Record<FieldPath, AppliedValue>> {
  if (source.kind === 'file') return {};
  return {
    [toFieldPath('from', 'template')]: { kind: 'plain', value: source.name, origin: 'sent' },
  };
}
