import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import { makeMortal } from '../../faults/deaths/death.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import { drawReadFaults } from '../../worlds/rough/draw-faults.ts';
import { countDeletes } from '../../worlds/rough/rough-context.ts';
import { runRollout } from '../fleet/rollout/run-rollout.ts';
import { noteOthers } from '../fleet/rollout/simulated-rollouts.ts';
import { changeRowsBetween } from '../fleet/simulated-fleet.ts';
import { runFaultyReads } from '../laws/run-faulty-reads.ts';
import { demandNone } from '../laws/violation.ts';
import { Program } from '../program.ts';
import type { InjectedFault } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { type Evidence, observe, outcomesOf, planNow, type Simulation } from '../simulation.ts';
import { destroy, destroyLeaving } from './destroy.ts';
import { drawFaults } from './draw-faults.ts';
import { loseStore } from './lose-store.ts';
import { performOrDie } from './perform-or-die.ts';
import { runRace } from './race.ts';
import { runSingle } from './run-single.ts';
import { applySaved } from './saved-plan.ts';
import { revertDrift, undoRun } from './take-back.ts';

type Of<D extends InjectedFault['do']> = Extract<InjectedFault, { readonly do: D }>;

/** Lets one thing happen. */
export async function runFault(
  life: Simulation,
  seen: Evidence,
  fault: InjectedFault,
): Promise<void> {
  life.note(`  ${fault.do}`);
  life.tally.count(`fault ${fault.do}`);
  if (fault.do === 'rows' || fault.do === 'saved' || fault.do === 'revert') noteOthers(life);
  const { emulator } = life.simulated;
  const since = emulator.requests().length;
  await take(life, seen, fault);
  // A rollout approves no delete of a cycle that a condition leaves out: a later apply does it.
  if (fault.do !== 'rollout' && emulator.requests().slice(since).some(isDeleteOfCycle))
    noteOthers(life);
}

function isDeleteOfCycle({ method, path }: RequestRecord): boolean {
  return method === 'DELETE' && path.startsWith('/v1.0/cycles/');
}

async function take(life: Simulation, seen: Evidence, fault: InjectedFault): Promise<void> {
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
      life.lookedAt.isUndone = true;
      return undoRun(life, seen);
    case 'run':
      return runSingle(life, seen, fault);
    case 'destroy':
      return destroy(life, seen, fault);
    case 'rows':
      return changeRowsBetween(life, seen, fault.steps);
    case 'leaving':
      return destroyLeaving(life, seen, fault);
    case 'rollout':
      return runRollout(life, seen, fault);
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
  const { planned, text } = await planNow(life);
  const mortal = fault.after === null ? makeMortal(fault.effect) : makeMortal(1, fault.after);
  const perform = () =>
    performOrDie(life, { mortal, host: fault.host }, (program) =>
      fault.command === 'resume' ? program.resume() : program.apply(text, countDeletes(planned)),
    );
  await observe(life, seen, {
    faults: drawFaults(life, fault.faults, planned),
    planned,
    resumes: fault.command === 'resume',
    perform,
  });
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
    resumes: true,
    perform: async () => {
      const performed = await new Program(life.simulated).resume();
      life.tally.count(`resume: ${performed.kind}`);
      return outcomesOf(performed);
    },
  });
}
