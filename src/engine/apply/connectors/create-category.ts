import { type FieldPath, parseCategoryKey, toFieldAddress } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveCategory } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { reportOpenCategory } from '../../../model/report/advice/commands.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  saveRecord,
  toFailed,
} from '../apply-state.ts';
import { readPayload } from '../values/read-payload.ts';

/**
 * Creates a custom category once, after it saved the intent. A lost answer needs manual action,
 * because the service does not list categories.
 */
export async function createCategory(
  state: ApplyState,
  operation: Operation,
  path: FieldPath,
): Promise<OperationResult> {
  const { store, writer, clock } = state.ports;
  const account = state.diff.desired.key;
  const payload = await readPayload(state, { address: operation.address, path }, 'desired');
  if (payload.kind !== 'plain') throw new Error(`${path} is not text`);
  const name = String(payload.value);
  const address = toFieldAddress(operation.address, path);
  const remoteId = findRemoteId(state, operation.address);
  const nothing = { idsBefore: [], connectorIdsBefore: [] };
  await store.update({
    account,
    openCreates: [{ address, kind: 'connector', ...nothing, begunAt: clock.now() }],
  });
  const at = { account: findAccountId(state), connector: remoteId };
  const answer = await writer.createCategory(at, name);
  if (!answer.ok) {
    if (answer.failure.kind === 'outcome-unknown')
      return {
        kind: 'unknown',
        diagnostics: [reportOpenCategory(address, state.diff.desired.environment)],
      };
    await store.update({ account, closeCreates: [address] });
    return toFailed(operation, answer.failure, formatFailure(answer.failure));
  }
  await saveRecord(
    state,
    {
      address: operation.address,
      kind: 'connector',
      remoteId,
      applied: { [path]: payload.applied },
      categories: { [parseCategoryKey(path) ?? '']: { id: answer.value.id, name } },
    },
    { closeField: address },
  );
  return verifyMade(operation, { path, name, made: answer.value });
}

// Verifies the answer, because the service never shows the category again.
function verifyMade(
  operation: Operation,
  { path, name, made }: { readonly path: FieldPath; readonly name: string; made: LiveCategory },
): OperationResult {
  const isNamed = made.name === null || made.name === name;
  if (isNamed && made.method !== null) return done;
  const text = isNamed ? 'has no method' : `has the name "${made.name}", not "${name}"`;
  return {
    kind: 'failed',
    diagnostics: [
      reportError('kept-another-value', {
        summary: `${operation.address}/${path} was created with the id ${made.id} and ${text}`,
        address: operation.address,
        remedy: 'Check it in the console. It is in state as it is and will not be created again.',
      }),
    ],
  };
}
