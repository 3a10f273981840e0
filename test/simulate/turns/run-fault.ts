import type { Fault } from '../../../src/emulator/control/faults.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { makeMortal } from '../../faults/deaths/death.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import {
  actionKinds,
  drawOutage,
  drawReadFaults,
  drawWriteFault,
} from '../../worlds/rough/draw-faults.ts';
import { countDeletes } from '../../worlds/rough/rough-context.ts';
import { runFaultyReads } from '../laws/run-faulty-reads.ts';
import { demandNone } from '../laws/violation.ts';
import { Program } from '../program.ts';
import type { InjectedFault } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { type Evidence, observe, outcomesOf, planNow, type Simulation } from '../simulation.ts';
import { loseStore } from './lose-store.ts';
import { runRace } from './race.ts';
import { applySaved } from './saved-plan.ts';
import { revertDrift, undoRun } from './take-back.ts';

type Kind = Parameters<typeof drawWriteFault>[1];
type Of<D extends InjectedFault['do']> = Extract<InjectedFault, { readonly do: D }>;

/** Lets one thing happen. */
export async function runFault(
  life: Simulation,
  seen: Evidence,
  fault: InjectedFault,
): Promise<void> {
  life.note(`  ${fault.do}`);
  life.tally.count(`fault ${fault.do}`);
  switch (fault.do) {
    case 'apply':
      return applyOnce(life, seen, fault);
    case 'die':
      return die(life, seen, fault);
    case 'stop':
      return stop(life, seen, fault);
    case 'resume':
      return resume(life, seen, fault);
    case 'look':
      return runFaultyReads(
        life,
        fault.faults.flatMap((seed) => drawReadFaults(makeSeededDraw(seed))),
      );
    case 'saved':
      return applySaved(life, seen, fault);
    case 'race':
      return runRace(life, seen, fault);
    case 'lose':
      // Without lists nothing can be found again.
      if (life.schedule.isDocumented) return;
      return loseStore(life, seen, fault.hasTwin);
    case 'revert':
      return revertDrift(life, seen, fault);
    case 'undo':
      return undoRun(life, seen);
    case 'clock': {
      const { simulated } = life;
      simulated.emulator.control.advance(`${fault.service}m`);
      simulated.skewMs.machine += fault.machine * 60_000;
      simulated.skewMs.store += fault.store * 60_000;
      simulated.skewMs.highest = Math.max(simulated.skewMs.highest, simulated.skewMs.store);
    }
  }
}

async function applyOnce(
  life: Simulation,
  seen: Evidence,
  { faults, isShort }: Of<'apply'>,
): Promise<void> {
  const { planned, text } = await planNow(life);
  const deletes = countDeletes(planned);
  await observe(life, seen, {
    faults: drawFaults(life, faults, planned),
    planned,
    perform: async () => {
      const allowed = isShort && deletes > 0 ? deletes - 1 : deletes;
      const performed = await new Program(life.simulated).apply(text, allowed);
      if (allowed !== deletes) {
        demandNone('law 5', 'more deleted than was allowed', outcomesOf(performed));
        life.tally.count('law 5: one too many');
      }
      return outcomesOf(performed);
    },
  });
}

async function die(life: Simulation, seen: Evidence, fault: Of<'die'>): Promise<void> {
  const { simulated, tally } = life;
  const { planned, text } = await planNow(life);
  const mortal = fault.after === null ? makeMortal(fault.effect) : makeMortal(1, fault.after);
  const program = new Program(simulated, { tap: mortal.tap, host: fault.host });
  const perform = async (): Promise<readonly AccountOutcome[] | null> => {
    const work =
      fault.command === 'resume' ? program.resume() : program.apply(text, countDeletes(planned));
    const performed = await Promise.race([work, mortal.death.then(() => null)]);
    if (performed !== null) return outcomesOf(performed);
    simulated.beating.delete(program.holder.id);
    if (fault.host === 'here') simulated.gone.add(program.holder.id);
    tally.count(`death after ${mortal.last()}`);
    tally.count('deaths');
    life.note(`    dead after ${mortal.last()}`);
    return null;
  };
  await observe(life, seen, { faults: drawFaults(life, fault.faults, planned), planned, perform });
}

async function stop(life: Simulation, seen: Evidence, { effect }: Of<'stop'>): Promise<void> {
  const { planned, text } = await planNow(life);
  let effects = 0;
  const tap: Tap = (call, go) => {
    if (call.hasEffect) effects += 1;
    return go();
  };
  const program = new Program(life.simulated, { tap, isStopping: () => effects > effect });
  await observe(life, seen, {
    faults: [],
    planned,
    isStopped: true,
    perform: async () => outcomesOf(await program.apply(text, countDeletes(planned))),
  });
}

async function resume(life: Simulation, seen: Evidence, { faults }: Of<'resume'>): Promise<void> {
  await observe(life, seen, {
    faults: drawFaults(life, faults, []),
    planned: [],
    perform: async () => {
      const performed = await new Program(life.simulated).resume();
      life.tally.count(`resume: ${performed.kind}`);
      return outcomesOf(performed);
    },
  });
}

function drawFaults(
  life: Simulation,
  seeds: readonly number[],
  planned: readonly PlannedAccount[],
): Fault[] {
  const operations = planned.flatMap((each) =>
    each.kind === 'planned' ? each.plan.operations : [],
  );
  const kinds = [...new Set(operations.map(({ action }) => action.kind))];
  const faults = seeds.flatMap((seed) => drawFault(seed, kinds.length > 0 ? kinds : actionKinds));
  for (const fault of faults.slice(0, 4)) life.note(`    fault ${JSON.stringify(fault)}`);
  return faults;
}

function drawFault(seed: number, kinds: readonly Kind[]): Fault[] {
  const draw = makeSeededDraw(seed);
  const roll = draw.int(0, 99);
  if (roll < 70) return [drawWriteFault(draw, draw.pick(kinds))];
  if (roll < 85) return drawReadFaults(draw);
  if (roll < 90) return drawOutage(draw);
  const path = '/v1.0/**';
  if (roll < 97) return [{ path, rate: 0.3, do: 'status', status: 429, retryAfterS: 2 }];
  return [{ path, rate: 0.1, do: 'delay', delayMs: 1 }];
}
