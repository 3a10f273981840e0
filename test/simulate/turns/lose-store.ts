import type { Fault } from '../../../src/emulator/control/faults.ts';
import { listLeft } from '../../worlds/quickstart.ts';
import { deleteTwin, makeTwin, renameTwin } from '../../worlds/rough/mischief.ts';
import { readBindings } from '../laws/list-open.ts';
import { look } from '../laws/look.ts';
import { demandNone, demandSame } from '../laws/violation.ts';
import { type Life, listKeys, observe, outcomesOf, planNow, type Seen } from '../life.ts';
import { Program } from '../program.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { settle } from './settle.ts';

/**
 * The store is lost: the next plan finds everything, sends nothing and deletes nothing, and the store is what it was
 * (law 13). With a twin of a cycle nobody can tell which of the two is meant, and neither is touched (law 10).
 */
export async function loseStore(life: Life, seen: Seen, hasTwin: boolean): Promise<void> {
  const { office, tally } = life;
  await settle(life, seen);
  const bindings = await readBindings(office.store);
  // Which of two is meant, when one waits to take the place of the other, is known to the store and to a person alone.
  if (Object.keys(bindings).some((address) => address.includes('~'))) return;
  const twin = hasTwin ? await addTwin(life) : null;
  office.loseStore();
  if (twin !== null) await meetTwin(life, seen, twin);
  await look(life, failLists(life));
  const before = office.dump();
  const { planned, text } = await planNow(life);
  const operations = planned.flatMap((each) =>
    each.kind === 'planned' ? each.plan.operations.map(({ does }) => does) : [each.account],
  );
  demandNone('law 13', 'to be done after the store was lost', operations);
  const perform = async () => outcomesOf(await new Program(office).apply(text, null));
  await observe(life, seen, { faults: [], planned, perform });
  demandSame('law 13', 'the service', [before, office.dump()]);
  demandSame('law 13', 'what is bound', [bindings, await readBindings(office.store)]);
  demandNone('law 13', 'left to do', listLeft((await planNow(life)).planned));
  if (twin !== null) await sendAway(life, twin);
  tally.count('store lost');
}

// What uses a connector of ours keeps it from being deleted later.
async function sendAway({ office }: Life, { key, id }: Twin): Promise<void> {
  const written = office.manifests.get(key);
  if (written !== undefined) await deleteTwin({ place: office, written }, id);
}

// Who remembers nothing has no other witness of what a list does not show.
function failLists({ schedule }: Life): Fault[] {
  const path = makeSeededDraw(schedule.world).pick(['/v1.0/cycles', '/v1.0/account/connectors']);
  return [{ method: 'GET', path, do: 'status', status: 500 }];
}

type Twin = { readonly key: string; readonly id: string };

async function addTwin(life: Life): Promise<Twin | null> {
  const { office, world, foreign, schedule } = life;
  const [key = ''] = listKeys(life);
  const written = office.manifests.get(key);
  if (written === undefined) return null;
  const draw = makeSeededDraw(schedule.world);
  const made = await makeTwin({ place: office, written }, draw, { world });
  if (made === null) return null;
  for (const id of made.foreign) foreign.add(id);
  return { key, id: made.twin };
}

async function meetTwin(life: Life, seen: Seen, { key, id }: Twin): Promise<void> {
  const { office, tally } = life;
  const written = office.manifests.get(key);
  if (written === undefined) return;
  const before = office.find(key);
  const { planned, text } = await planNow(life);
  const told = planned.flatMap((each) => (each.kind === 'unplanned' ? each.diagnostics : []));
  const isNamed = told.some(({ code, summary }) => code === 'ambiguous' && summary.includes(id));
  demandNone('law 10', 'a twin is not refused by its id', isNamed ? [] : [id, planned]);
  const perform = async () => outcomesOf(await new Program(office).apply(text, null));
  await observe(life, seen, { faults: [], planned, perform });
  demandSame('law 10', 'what could be meant', [before, office.find(key)]);
  await renameTwin({ place: office, written }, id);
  tally.count('law 10: a twin is refused');
}
