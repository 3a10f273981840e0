import type { Fault } from '../../../src/emulator/control/faults.ts';
import { listVariables } from '../../worlds/laws/left-lines.ts';
import { listLeft, listReasons } from '../../worlds/quickstart.ts';
import {
  deleteDuplicate,
  makeDuplicate,
  renameDuplicate,
} from '../../worlds/rough/unmanaged-changes.ts';
import { isAbsent, isUnlisted } from '../fleet/check-rows.ts';
import { forgetBaselines } from '../laws/check-looked-at.ts';
import { readBindings } from '../laws/list-open.ts';
import { runFaultyReads } from '../laws/run-faulty-reads.ts';
import { demandNone, demandSame } from '../laws/violation.ts';
import { Program } from '../program.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import {
  type Evidence,
  listKeys,
  observe,
  outcomesOf,
  planNow,
  type Simulation,
} from '../simulation.ts';
import { noteSettled, runToRest } from './rest/run-to-rest.ts';

/**
 * After a lost store, the next plan finds everything, sends and deletes nothing, and restores the
 * store (law 13). With a duplicate of a cycle it changes neither (law 10).
 */
export async function loseStore(life: Simulation, seen: Evidence, hasTwin: boolean): Promise<void> {
  const { simulated, tally } = life;
  await runToRest(life, seen);
  // Without the store nothing is known of an account whose row is gone.
  if (listKeys(life).some((key) => isUnlisted(life, key))) return;
  const bindings = await readBindings(simulated.store);
  // Which of two is meant, when one waits to take the place of the other, is known to the store and to a person alone.
  if (Object.keys(bindings).some((address) => address.includes('~'))) return;
  const twin = hasTwin ? await addDuplicate(life) : null;
  simulated.loseStore();
  forgetBaselines(life);
  forgetFormerSecrets(life);
  if (twin !== null) await checkDuplicate(life, seen, twin);
  await runFaultyReads(life, failLists(life));
  const before = simulated.dump();
  const { planned, text } = await planNow(life);
  const operations = planned.flatMap((each) =>
    each.kind === 'planned' ? each.plan.operations.map(({ does }) => does) : [each.account],
  );
  demandNone('law 13', 'to be done after the store was lost', operations);
  const perform = async () => outcomesOf(await new Program(simulated).apply(text, null));
  await observe(life, seen, { faults: [], planned, perform });
  // Nothing knows any more what the lines of an edit that waits were before it.
  await noteSettled(life);
  demandSame('law 13', 'the service', [before, simulated.dump()]);
  demandSame('law 13', 'what is bound', [bindings, await readBindings(simulated.store)]);
  demandNone('law 13', 'left to do', listLeft((await planNow(life)).planned));
  if (twin !== null) await sendAway(life, twin);
  tally.count('store lost');
}

// Remove it, because it uses our connector and would prevent its deletion.
async function sendAway({ simulated }: Simulation, { key, id }: Duplicate): Promise<void> {
  const written = simulated.manifests.get(key);
  if (written !== undefined) await deleteDuplicate({ fixture: simulated, written }, id);
}

/** Forgets secrets that no account refers to, or only some: they were once, and only a lost store knew. */
export function forgetFormerSecrets({ simulated }: Simulation): void {
  const known = [...simulated.manifests.values()].map(
    ({ spec }) => new Set(listVariables(spec).map((name) => simulated.secrets.get(name))),
  );
  for (const value of simulated.canaries)
    if (!known.every((values) => values.has(value))) simulated.forgetSecret(value);
}

// Without state, only lists show the objects.
function failLists({ schedule }: Simulation): Fault[] {
  const path = makeSeededDraw(schedule.world).pick(['/v1.0/cycles', '/v1.0/account/connectors']);
  return [{ method: 'GET', path, do: 'status', status: 500 }];
}

type Duplicate = { readonly key: string; readonly id: string };

async function addDuplicate(life: Simulation): Promise<Duplicate | null> {
  const { simulated, world, unmanaged, schedule } = life;
  const [key = ''] = listKeys(life);
  const written = simulated.manifests.get(key);
  if (written === undefined || isAbsent(life, key)) return null;
  const draw = makeSeededDraw(schedule.world);
  const made = await makeDuplicate({ fixture: simulated, written }, draw, { world });
  if (made === null) return null;
  for (const id of made.unmanaged) unmanaged.add(id);
  return { key, id: made.twin };
}

async function checkDuplicate(
  life: Simulation,
  seen: Evidence,
  { key, id }: Duplicate,
): Promise<void> {
  const { simulated, tally } = life;
  const written = simulated.manifests.get(key);
  if (written === undefined) return;
  const before = simulated.find(key);
  const { planned, text } = await planNow(life);
  const reported = listReasons(planned);
  const isNamed = reported.some(
    ({ code, summary }) => code === 'ambiguous' && summary.includes(id),
  );
  demandNone('law 10', 'a twin is not refused by its id', isNamed ? [] : [id, planned]);
  const perform = async () => outcomesOf(await new Program(simulated).apply(text, null));
  await observe(life, seen, { faults: [], planned, perform });
  demandSame('law 10', 'what could be meant', [before, simulated.find(key)]);
  await renameDuplicate({ fixture: simulated, written }, id);
  tally.count('law 10: a twin is refused');
}
