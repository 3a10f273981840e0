import type { FieldPath } from '../../model/address.ts';
import { formatFailure } from '../../model/diagnostic/api-failure.ts';
import type { AppliedValue } from '../../model/fields/field-value.ts';
import { findFieldRow } from '../../model/fields/fields.ts';
import type { AccountWrite } from '../../model/live/writes.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from './apply-state.ts';
import { done, findAccountId, saveRecord, toFailed } from './apply-state.ts';
import { createOnce } from './journal/create-once.ts';
import { withLookupHint } from './journal/with-lookup-hint.ts';
import { type MissingSecret, readPayload } from './values/read-payload.ts';
import { toMissingSecret } from './values/to-missing-secret.ts';

/** Creates or updates the account with the fields of the operation. */
export async function writeAccount(
  state: ApplyState,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<OperationResult> {
  const { desired, account } = state.diff;
  const isNew = account.live === null;
  const written = await readAccountWrite(state, paths);
  if ('missing' in written) return toMissingSecret(operation, written.missing);
  const answer = isNew
    ? await createAccount(state, written.write)
    : await state.ports.writer.updateAccount(findAccountId(state), written.write);
  if (!answer.ok) {
    const failed = toFailed(operation, answer.failure, formatFailure(answer.failure));
    return isNew ? withLookupHint(state, { operation, part: 'accounts' }, failed) : failed;
  }
  await saveRecord(state, {
    address: desired.address,
    kind: 'account',
    remoteId: answer.value.id,
    applied: written.applied,
  });
  return done;
}

async function createAccount(state: ApplyState, write: AccountWrite) {
  const { desired } = state.diff;
  const { reader, writer, clock } = state.ports;
  return createOnce(clock, {
    send: async () => {
      const answer = await writer.createAccount(desired.id, { name: desired.name, ...write });
      state.made.hasAccount = answer.ok;
      return answer;
    },
    look: () => reader.readAccount(desired.id),
  });
}

async function readAccountWrite(
  state: ApplyState,
  paths: readonly FieldPath[],
): Promise<
  { write: AccountWrite; applied: Record<FieldPath, AppliedValue> } | { missing: MissingSecret }
> {
  const write: Record<string, unknown> = {};
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of paths) {
    const payload = await readPayload(
      state,
      { address: state.diff.desired.address, path },
      'desired',
    );
    if (payload.kind === 'missing') return { missing: payload };
    const { property } = findFieldRow('account', path);
    if (property !== null) write[property] = payload.value;
    applied[path] = payload.applied;
  }
  return { write, applied };
}
