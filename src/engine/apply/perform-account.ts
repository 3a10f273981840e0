import type { FieldPath } from '../../model/address.ts';
import { writeFailure } from '../../model/diagnostic/api-failure.ts';
import type { AppliedValue } from '../../model/fields/field-value.ts';
import { rowOf } from '../../model/fields/fields.ts';
import type { AccountWrite } from '../../model/live/writes.ts';
import type { Operation } from '../../model/plan/operation.ts';
import { createOnce } from './journal/create-once.ts';
import { sayHowToFind } from './journal/say-how-to-find.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, keepRecord, toFailed } from './scene.ts';
import { carryValue, type MissingSecret } from './values/carry-value.ts';
import { toMissingSecret } from './values/to-missing-secret.ts';

/** Creates or updates the account with the fields that the operation names. */
export async function performAccount(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<Performed> {
  const { desired, account } = scene.diff;
  const isNew = account.live === null;
  const written = await composeWrite(scene, paths);
  if ('missing' in written) return toMissingSecret(operation, written.missing);
  const answer = isNew
    ? await createAccount(scene, written.write)
    : await scene.ports.writer.updateAccount(accountId(scene), written.write);
  if (!answer.ok) {
    const failed = toFailed(operation, answer.failure, writeFailure(answer.failure));
    return isNew ? sayHowToFind(scene, { operation, part: 'accounts' }, failed) : failed;
  }
  await keepRecord(scene, {
    address: desired.address,
    kind: 'account',
    remoteId: answer.value.id,
    applied: written.applied,
  });
  return done;
}

async function createAccount(scene: Scene, write: AccountWrite) {
  const { desired } = scene.diff;
  const { reader, writer, clock } = scene.ports;
  return createOnce(clock, {
    send: () => writer.createAccount(desired.id, { name: desired.name, ...write }),
    look: () => reader.readAccount(desired.id),
  });
}

async function composeWrite(
  scene: Scene,
  paths: readonly FieldPath[],
): Promise<
  { write: AccountWrite; applied: Record<FieldPath, AppliedValue> } | { missing: MissingSecret }
> {
  const write: Record<string, unknown> = {};
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of paths) {
    const cargo = await carryValue(scene, { address: scene.diff.desired.address, path }, 'desired');
    if (cargo.kind === 'missing') return { missing: cargo };
    const { property } = rowOf('account', path);
    if (property !== null) write[property] = cargo.value;
    applied[path] = cargo.applied;
  }
  return { write, applied };
}
