import { findNewestUndoable } from '../../../src/features/operations/undo/find-undoable.ts';
import type { PlanChoices } from '../../../src/model/plan/plan.ts';
import type { DumpedAccount } from '../../worlds/console/dumped.ts';
import { formatLine, type Line, listLines } from '../../worlds/laws/left-lines.ts';
import { readLine } from '../../worlds/laws/read-line.ts';
import { countDeletes } from '../../worlds/rough/rough-context.ts';
import { toPlace } from '../laws/check-owners.ts';
import { listOpen } from '../laws/list-open.ts';
import { demandNone } from '../laws/violation.ts';
import { Program } from '../program.ts';
import type { InjectedFault } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import {
  type Evidence,
  listKeys,
  observe,
  outcomesOf,
  planNow,
  type Simulation,
} from '../simulation.ts';
import { touchInConsole } from './saved-plan.ts';

// Runs that write a part of what Git wants, or earlier values. They write nothing else.

/** Takes drift back: only what a console user changed is written. */
export async function revertDrift(
  life: Simulation,
  seen: Evidence,
  { seed }: Extract<InjectedFault, { readonly do: 'revert' }>,
): Promise<void> {
  const { simulated, note, touched, settled, tally } = life;
  const draw = makeSeededDraw(seed);
  const numbers = [0, 1, 2].map(() => draw.int(0, 9999));
  const [before, earlier] = [simulated.dump(), [...seen.moments]];
  const moved = await touchInConsole(life, draw.pick(listKeys(life)), numbers);
  note(`    by hand: ${moved.join(', ')}`);
  seen.allowed.push(simulated.dump());
  const isOpen = (await listOpen(simulated.store)).length > 0;
  const changes = await takeBack(life, seen, { reverts: [] });
  for (const { reverts } of earlier) reverts.push({ before, after: simulated.dump() });
  const all = new Set(touched.flatMap(withRunning));
  // Of a line that was never applied it is not known who changed it, and one that the service did
  // not keep after a success has changed there.
  const isKept = ({ key, address }: ChangedLine) =>
    !seen.notKept.has(key) && !seen.notKept.has(address);
  const wrong = changes.filter(
    (each) =>
      isKept(each) && !all.has(each.address) && settled.get(each.key)?.has(each.place) === true,
  );
  if (!isOpen) demandNone('scope', 'written, and no drift', wrong);
  tally.count(`revert: ${changes.length > 0 ? 'written' : 'nothing'}`);
}

// A cycle is stopped for a change of it, and may not start again with the value of the person.
function withRunning(touched: string): readonly string[] {
  const cycle = /^[^/]+\/cycles\/[^/]+/.exec(touched)?.[0];
  return cycle === undefined ? [touched] : [touched, `${cycle}/state`, `${cycle}/schedule`];
}

/** Undoes the newest run that can be undone: fields get the values from before it, and no others are written. */
export async function undoRun(life: Simulation, seen: Evidence): Promise<void> {
  const { simulated, runs, singleRuns, tally } = life;
  // It starts cycles on the schedules that they had.
  singleRuns.clear();
  // Lines that Git has released get other values, too, so that nothing is at the end as it is now.
  for (const { undone } of seen.moments) undone.push(simulated.dump());
  const found = await findNewestUndoable(simulated.store);
  const record = found.kind === 'found' ? runs.get(found.run.id) : undefined;
  if (found.kind !== 'found' || record === undefined) {
    tally.count(`undo: ${found.kind}`);
    return;
  }
  const changes = await takeBack(life, seen, { undoes: found.run.id });
  const wrong = changes.filter(({ is, ...place }) => {
    const at = (dump: readonly DumpedAccount[]) => readAt(life, dump, place);
    return at(record.before) !== is || at(record.before) === at(record.after);
  });
  if (!record.isShared) demandNone('scope', 'not restored', wrong);
  tally.count(`undo: ${changes.length > 0 ? 'written' : 'nothing'}`);
}

type Place = {
  readonly line: Line;
  readonly key: string;
  readonly id: string;
  readonly place: string;
};
type ChangedLine = Place & { readonly address: string; readonly was: string; readonly is: string };

/** Plans with choices and applies; gives the lines that have another value then. */
async function takeBack(
  life: Simulation,
  seen: Evidence,
  choices: Partial<PlanChoices>,
): Promise<readonly ChangedLine[]> {
  const { simulated } = life;
  const { planned, text } = await planNow(life, choices);
  const before = simulated.dump();
  const perform = async () =>
    outcomesOf(await new Program(simulated).apply(text, countDeletes(planned)));
  await observe(life, seen, { faults: [], planned, perform });
  const after = simulated.dump();
  const [was, is] = [new Set(listIds(before)), new Set(listIds(after))];
  demandNone(
    'scope',
    'deleted',
    [...was].filter((id) => !is.has(id)),
  );
  // A revert makes again what the service answered and never had.
  const isKept = seen.notKept.size === 0 && !life.schedule.isDocumented;
  if (isKept || choices.undoes !== undefined)
    demandNone(
      'scope',
      'made',
      [...is].filter((id) => !was.has(id)),
    );
  const places = await listPlaces(life);
  return places.flatMap((place) => {
    const [was, is] = [readAt(life, before, place), readAt(life, after, place)];
    if (was === null || is === null || was === is) return [];
    return [{ ...place, address: `${place.key}/${formatLine(place.line)}`, was, is }];
  });
}

async function listPlaces({ simulated }: Simulation): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const [key, written] of simulated.manifests) {
    const state = await simulated.store.readState(key);
    const { objects } = state;
    const ids = new Map([...objects.values()].map((each) => [`${each.address}`, each.remoteId]));
    for (const line of listLines(written)) {
      const id = ids.get([key, ...line.within].join('/'));
      const place = toPlace(line, { written, state });
      if (id !== undefined) places.push({ line, key, id: String(id), place });
    }
  }
  return places;
}

function readAt(
  { simulated }: Simulation,
  dump: readonly DumpedAccount[],
  { line, key, id }: Place,
): string | null {
  const wanted = simulated.manifests.get(key)?.spec.id;
  const account = dump.find(({ externalId }) => externalId === wanted);
  return account === undefined ? null : readLine(account, line, id);
}

function listIds(accounts: readonly DumpedAccount[]): string[] {
  return accounts.flatMap(({ externalId, connectors, cycles }) => [
    externalId,
    ...connectors.map(({ id }) => String(id)),
    ...cycles.filter(({ status }) => status !== 'DeleteScheduled').map(({ id }) => id),
  ]);
}
