import type { Fault } from '../../../src/emulator/control/faults.ts';
import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import { listFailedReads, ownerOf } from '../../worlds/rough/rough-checks.ts';
import { Program } from '../program.ts';
import { type Simulation, withoutWrites } from '../simulation.ts';
import { demandNone } from './violation.ts';

/** A plan and a drift amid failing reads: they write nothing (law 3), and conclude nothing of what they could not read (law 6). */
export async function runFaultyReads(life: Simulation, planted: readonly Fault[]): Promise<void> {
  const { control } = life.simulated.emulator;
  for (const fault of planted) life.note(`    fault ${JSON.stringify(fault)}`);
  const program = new Program(life.simulated);
  const looks: readonly (() => Promise<readonly string[]>)[] = [
    async () => {
      const { planned } = await program.plan();
      return planned.flatMap((each) => (each.kind === 'planned' ? [each.plan.account] : []));
    },
    async () =>
      (await program.drift()).flatMap((each) => (each.kind === 'read' ? [each.account] : [])),
  ];
  for (const read of looks) {
    control.plantFaults(planted);
    await withoutWrites(life, () => checkRead(life, read)).finally(() => control.plantFaults([]));
  }
}

async function checkRead(life: Simulation, read: () => Promise<readonly string[]>): Promise<void> {
  const { emulator, manifests } = life.simulated;
  const since = emulator.requests().length;
  const concluded = await read();
  const failed = listFailedReads(emulator.requests().slice(since));
  const there = new Set(life.simulated.dump().map(({ id }) => id));
  // Without a list of accounts, a refusal shows that there is none of that id yet; one that has an id of
  // its own, and whose create got no answer, is there without being named.
  const isAnswer = (record: RequestRecord): boolean =>
    life.schedule.isDocumented && record.status === 401 && !there.has(record.account ?? '');
  const lists = failed.filter(
    (record) => /(connectors|cycles)$/.test(record.path) && !isAnswer(record),
  );
  const owners = new Map(lists.map((list) => [ownerOf(list, life.simulated.dump()), list.path]));
  const wrong = concluded.filter((key) => owners.has(manifests.get(key)?.spec.id ?? ''));
  demandNone('law 6', 'concluded from what was not read', wrong);
  life.tally.count(concluded.length < manifests.size ? 'look: unread' : 'look: read');
}
