import {
  type Finding,
  resolveObject,
} from '../../../../src/features/operations/state/settle/resolve-object.ts';
import { type Address, parseObjectAddress } from '../../../../src/model/address.ts';
import { isUnread } from '../../../worlds/rough/rough-context.ts';
import type { Planned } from '../../program.ts';
import { planNow, type Simulation } from '../../simulation.ts';

const mostLooks = 8;

/** Plans; a person looks in the console for what interrupted creates made that Git no longer names. */
export async function planSettled(life: Simulation): Promise<Planned> {
  const made = await planReadable(life);
  const orphaned = made.planned.flatMap((each) =>
    (each.kind === 'planned' ? each.plan.notices : []).flatMap((notice) =>
      notice.kind === 'create-interrupted' && notice.isOrphaned === true ? notice.address : [],
    ),
  );
  for (const address of orphaned) await settle(life, address);
  return orphaned.length === 0 ? made : planReadable(life);
}

/** Plans; delayed writes show after some more list reads. */
export async function planReadable(life: Simulation): Promise<Planned> {
  let made = await planNow(life);
  for (let looks = 0; looks < mostLooks && made.planned.some(isUnread); looks += 1)
    made = await planNow(life);
  return made;
}

// As `cyclectl state settle ADDRESS exists ID`, or `absent`.
async function settle(life: Simulation, address: Address): Promise<void> {
  const { simulated, unmanaged, tally, note } = life;
  const at = parseObjectAddress(address);
  if (at === null || at.kind === 'account')
    throw new Error(`${address} is no object of an account`);
  const state = await simulated.store.readState(at.account);
  const idsBefore = state.creates.get(address)?.idsBefore ?? [];
  const known = new Set([
    ...idsBefore,
    ...unmanaged,
    ...[...state.objects.values()].map(({ remoteId }) => remoteId),
  ]);
  const live = simulated.find(at.account);
  const objects = (at.kind === 'connector' ? live?.connectors : live?.cycles) ?? [];
  const found = objects.map(({ id }) => String(id)).find((id) => !known.has(id));
  const finding: Finding = found === undefined ? { kind: 'absent' } : { kind: 'exists', id: found };
  const settled = resolveObject(state, { address, kind: at.kind }, finding);
  if ('refused' in settled) throw new Error(settled.refused.summary);
  await simulated.store.update(settled.change);
  note(`  settled by a person: ${address} ${finding.kind}`);
  tally.count(`an orphaned create is settled: ${finding.kind}`);
}
