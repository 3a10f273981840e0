import type { RunRequest } from '../../../src/features/operations/run/make-run-plan.ts';
import { makeMortal } from '../../faults/deaths/death.ts';
import { checkReported, listRunIds } from '../laws/check-single-runs.ts';
import { type Planned, Program } from '../program.ts';
import type { SingleRun } from '../schedule.ts';
import { type Evidence, observe, planNow, type Simulation, withoutWrites } from '../simulation.ts';
import { drawFaults } from './draw-faults.ts';
import { performOrDie } from './perform-or-die.ts';
import { runToRest } from './rest/run-to-rest.ts';

type Roughness = Pick<SingleRun, 'effect' | 'faults'>;

/** All cycles that can run once do, now or at a time; they are cancelled, or the plan is applied again. */
export async function runSingle(
  life: Simulation,
  seen: Evidence,
  { at, isSettled, cancel, again, ...rough }: SingleRun,
): Promise<void> {
  const { simulated, singleRuns, tally } = life;
  if (isSettled) await runToRest(life, seen);
  await settleUnknown(life);
  // No two requests have the same time: state knows them by it.
  simulated.emulator.control.advance('1s');
  const made = await plan(life, { at, cancels: false });
  for (const id of listRunIds(made.planned).values()) singleRuns.set(id, 0);
  await perform(life, seen, { ...made, ...(cancel === 'rough' ? {} : rough) });
  if (cancel !== null) {
    const cancelling = await plan(life, { at: 0, cancels: true });
    tally.count(`single run: ${listRunIds(cancelling.planned).size > 0 ? 'cancelled' : 'none'}`);
    await perform(life, seen, { ...cancelling, ...(cancel === 'rough' ? rough : {}) });
  }
  if (again === null) return;
  simulated.emulator.control.advance(`${again}m`);
  await perform(life, seen, made);
}

/** Plans single runs, which writes nothing (law 3). */
async function plan(
  life: Simulation,
  { at, cancels }: { readonly at: number; readonly cancels: boolean },
): Promise<Planned> {
  const atMs = Date.parse(life.simulated.now()) + at * 60_000;
  const request: RunRequest = {
    addresses: null,
    at: at === 0 ? null : new Date(atMs).toISOString(),
    cancels,
  };
  return withoutWrites(life, () => new Program(life.simulated).planRuns(request));
}

// A person has looked at the runs that the plan asks about.
async function settleUnknown(life: Simulation): Promise<void> {
  const { planned } = await planNow(life);
  const notices = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.notices : []));
  for (const notice of notices) {
    if (notice.kind !== 'run-unknown') continue;
    await new Program(life.simulated).settle(notice.address);
    life.tally.count('single run: settled by a person');
  }
}

async function perform(
  life: Simulation,
  seen: Evidence,
  { planned, text, effect = null, faults = [] }: Planned & Partial<Roughness>,
): Promise<void> {
  const ending = effect === null ? null : ({ mortal: makeMortal(effect), host: 'here' } as const);
  const outcomes = await observe(life, seen, {
    faults: drawFaults(life, faults, planned),
    planned,
    isNamed: true,
    perform: () => performOrDie(life, ending, (program) => program.apply(text, null)),
  });
  checkReported(life, planned, outcomes ?? []);
}
