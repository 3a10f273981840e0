import type { FieldPath } from '../../model/address.ts';
import { toFieldPath } from '../../model/address.ts';
import type { Answer } from '../../model/api-failure.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { AppliedValue } from '../../model/field-value.ts';
import { rowOf } from '../../model/fields.ts';
import { identityTag, withoutIdentityTags } from '../../model/identity.ts';
import type { LiveCycle } from '../../model/live.ts';
import type { Operation } from '../../model/operation.ts';
import type { CycleWrite } from '../../model/writes.ts';
import { carryValue, cycleAt } from './carry-value.ts';
import { createOnce } from './create-once.ts';
import { failCreate, listKnownIds } from './perform-connector.ts';
import type { Performed, Scene, Side } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';

/** Makes a cycle from its template. A repeated install makes another cycle, so what was listed before is noted first. */
export async function installTemplate(scene: Scene, operation: Operation): Promise<Performed> {
  const { reader, writer, store, clock } = scene.ports;
  const { template } = cycleAt(scene.diff, operation.address).desired.bound;
  const account = accountId(scene);
  const before = await reader.listCycles(account);
  if (!before.ok) return toFailed(operation, before.failure, writeFailure(before.failure));
  const idsBefore = before.value.map((cycle) => cycle.id);
  await store.change({
    account: scene.diff.desired.key,
    openCreates: [
      {
        address: operation.address,
        kind: 'cycle',
        idsBefore,
        connectorIdsBefore: listKnownIds(scene),
        begunAt: clock.now(),
      },
    ],
  });
  const answer = await createOnce(clock, {
    send: () => writer.installTemplate(account, template.id),
    look: async (): Promise<Answer<LiveCycle | null>> => {
      const listed = await reader.listCycles(account);
      if (!listed.ok) return listed;
      const made = listed.value.filter(
        (item) => item.templateId === template.id && !idsBefore.includes(item.id),
      );
      return { ok: true, value: made.length === 1 ? (made[0] ?? null) : null };
    },
  });
  if (!answer.ok) return failCreate(scene, operation, answer);
  await keepRecord(
    scene,
    {
      address: operation.address,
      kind: 'cycle',
      remoteId: answer.value.id,
      applied: {
        [toFieldPath('from', 'template')]: { kind: 'plain', value: template.name },
        [toFieldPath('state')]: { kind: 'plain', value: 'paused' },
      },
    },
    { closeCreate: true },
  );
  return done;
}

/** Writes name, description, tags or retention of a cycle; a new one also gets the tag that it is known by. */
export async function updateCycle(
  scene: Scene,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<Performed> {
  const cycle = cycleAt(scene.diff, operation.address);
  const [account, remoteId] = [accountId(scene), idOf(scene, operation.address)];
  const write: Record<string, unknown> = {};
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const cargo = await carryValue(scene, { address: operation.address, path }, asked.side);
    const { property } = rowOf('cycle', path);
    if (cargo.kind !== 'plain' || property === null) continue;
    write[property] = cargo.value;
    applied[path] = cargo.applied;
  }
  if (cycle.live === null || write.tags !== undefined) {
    const live = await scene.ports.reader.readCycle(account, remoteId);
    if (!live.ok) return toFailed(operation, live.failure, writeFailure(live.failure));
    const tags =
      (write.tags as readonly string[] | undefined) ?? withoutIdentityTags(live.value?.tags ?? []);
    write.tags = [...tags, identityTag(cycle.desired.bound.desired.key)];
  }
  const answer = await scene.ports.writer.updateCycle(account, remoteId, write as CycleWrite);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await keepRecord(scene, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

/** Removes a cycle of ours and what we remember of it. */
export async function deleteCycle(scene: Scene, operation: Operation): Promise<Performed> {
  const answer = await scene.ports.writer.deleteCycle(
    accountId(scene),
    idOf(scene, operation.address),
  );
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await scene.ports.store.change({
    account: scene.diff.desired.key,
    dropObjects: [operation.address],
    closePauses: [operation.address],
  });
  return done;
}
