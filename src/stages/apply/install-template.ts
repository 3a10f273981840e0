import { toFieldPath } from '../../model/address.ts';
import type { Answer } from '../../model/api-failure.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { LiveCycle } from '../../model/live.ts';
import type { Operation } from '../../model/operation.ts';
import { cycleAt } from './carry-value.ts';
import { createOnce } from './create-once.ts';
import { failCreate } from './fail-create.ts';
import { listConnectorIds } from './list-connector-ids.ts';
import type { Performed, Scene } from './scene.ts';
import { accountId, done, keepRecord, toFailed } from './scene.ts';

/** Makes a cycle from its template. A repeated install makes another cycle, so what was listed before is noted first. */
export async function installTemplate(scene: Scene, operation: Operation): Promise<Performed> {
  const { reader, writer, store, clock } = scene.ports;
  const { template, desired } = cycleAt(scene.diff, operation.address).desired.bound;
  const isToRun = desired.activity.kind === 'set' && desired.activity.value.kind === 'active';
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
        connectorIdsBefore: listConnectorIds(scene),
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
        // Null until it is started: that it is paused is nothing that Git asked for.
        [toFieldPath('state')]: { kind: 'plain', value: isToRun ? null : 'paused' },
      },
    },
    { closeCreate: true },
  );
  return done;
}
