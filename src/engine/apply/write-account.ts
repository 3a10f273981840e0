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

/** Creates or updates the account with the fields that the operation names. */
export async function writeAccount(
  scene: ApplyState,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<OperationResult> {
  const { desired, account } = scene.diff;
  const isNew = account.live === null;
  const written = await readAccountWrite(scene, paths);
  if ('missing' in written) return toMissingSecret(operation, written.missing);
  const answer = isNew
    ? await createAccount(scene, written.write)
    : await scene.ports.writer.updateAccount(findAccountId(scene), written.write);
  if (!answer.ok) {
    const failed = toFailed(operation, answer.failure, formatFailure(answer.failure));
    return isNew ? withLookupHint(scene, { operation, part: 'accounts' }, failed) : failed;
  }
  await saveRecord(scene, {
    address: desired.address,
    kind: 'account',
    remoteId: answer.value.id,
    applied: written.applied,
  });
  return done;
}

async function createAccount(scene: ApplyState, write: AccountWrite) {
  const { desired } = scene.diff;
  const { reader, writer, clock } = scene.ports;
  return createOnce(clock, {
    send: () => writer.createAccount(desired.id, { name: desired.name, ...write }),
    look: () => reader.readAccount(desired.id),
  });
}

async function readAccountWrite(
  scene: ApplyState,
  paths: readonly FieldPath[],
): Promise<
  { write: AccountWrite; applied: Record<FieldPath, AppliedValue> } | { missing: MissingSecret }
> {
  const write: Record<string, unknown> = {};
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of paths) {
    const cargo = await readPayload(
      scene,
      { address: scene.diff.desired.address, path },
      'desired',
    );
    if (cargo.kind === 'missing') return { missing: cargo };
    const { property } = findFieldRow('account', path);
    if (property !== null) write[property] = cargo.value;
    applied[path] = cargo.applied;
  }
  return { write, applied };
}
