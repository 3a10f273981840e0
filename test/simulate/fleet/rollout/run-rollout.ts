import type { AccountOutcome } from '../../../../src/model/plan/outcome.ts';
import { type Mortal, makeMortal } from '../../../faults/deaths/death.ts';
import type { Tap } from '../../../faults/tap-ports.ts';
import { listLeft } from '../../../worlds/quickstart.ts';
import { drawReadFaults } from '../../../worlds/rough/draw-faults.ts';
import { listOwnWrites } from '../../../worlds/rough/rough-checks.ts';
import { listOpen } from '../../laws/list-open.ts';
import { demandNone, demandSame } from '../../laws/violation.ts';
import { recordWaiting } from '../../laws/windows/waiting.ts';
import { Program } from '../../program.ts';
import { makeSeededDraw } from '../../seeded-draw.ts';
import {
  allowPresent,
  type Evidence,
  listKeys,
  observe,
  planNow,
  readStates,
  type Simulation,
} from '../../simulation.ts';
import { drawFaults } from '../../turns/draw-faults.ts';
import { runToRest } from '../../turns/rest/run-to-rest.ts';
import { touchInConsole } from '../../turns/saved-plan.ts';
import { listUnmetDeleted } from '../check-rows.ts';
import { changeBetween, publishAgain } from '../simulated-fleet.ts';
import {
  checkEnded,
  checkHeldBack,
  checkRecorded,
  noteAdmitted,
  noteOpened,
  readOpen,
} from './check-rollout.ts';
import { checkBegun, type Expected, expectAdmitted, listAdmittedEarly } from './expect-admitted.ts';
import { type PlannedWave, type RolloutAnswer, RolloutProgram } from './rollout-program.ts';
import type { RolloutStep } from './rollout-step.ts';
import { noteOthers, readAdmitted } from './simulated-rollouts.ts';

const silenceMs = 31_000;
const mostSteps = 20;
const calm = { effect: null, host: 'here', faults: [], byHand: [], isSettled: false } as const;

type Step = Omit<RolloutStep, 'do' | 'command'>;

/** Lets a command about rollouts run, or die. */
export async function runRollout(
  life: Simulation,
  seen: Evidence,
  { command, ...step }: RolloutStep,
): Promise<void> {
  if (life.fleet?.rollouts == null) return;
  life.note(`    ${command}`);
  if (step.byHand.length > 0) {
    const keys = listKeys(life);
    const key = keys[(step.byHand[0] ?? 0) % keys.length] ?? '';
    life.note(`    by hand: ${(await touchInConsole(life, key, step.byHand)).join(', ')}`);
    seen.allowed.push(life.simulated.dump());
    noteOthers(life);
  }
  if (command === 'continue' || command === 'undo')
    return stepRollout(life, seen, { command, ...step });
  if (command === 'runs') return letRun(life, seen);
  if (command !== 'open' && command !== 'replace') return decide(life, step, command);
  if (step.isSettled) await runToRest(life, seen);
  const before = await planNow(life);
  const dump = life.simulated.dump();
  const answer = await runMortal(life, step, (program) => program.open(command === 'replace'));
  life.tally.count(`rollout: open ${answer}`);
  const isSettled =
    listLeft(before.planned).length === 0 && (await listOpen(life.simulated.store)).length === 0;
  await noteOpened(life, isSettled);
  await noteAdmitted(life, seen, null);
  const after = await planNow(life);
  demandSame('rollout', 'the plan of an opened rollout', [listWork(before), listWork(after)]);
  demandSame('rollout', 'the service', [dump, life.simulated.dump()]);
}

function listWork({ planned }: Awaited<ReturnType<typeof planNow>>): unknown {
  return planned.map((each) => (each.kind === 'planned' ? each.plan.operations : each.account));
}

/** Goes on until no rollout is open: whatever was killed, a number of steps ends it. */
export async function endRollout(life: Simulation, seen: Evidence): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const open = await readOpen(life);
    if (open === null) return checkEnded(life);
    await life.simulated.wait(silenceMs);
    const { state, gate } = open.record;
    if (state === 'paused') await decide(life, calm, 'resume');
    if (gate !== undefined && steps % 3 === 1) await letRun(life, seen);
    if (gate !== undefined && steps % 3 === 2) await decide(life, calm, 'approve');
    // What holds an account back from an undo is applied; where a row has moved on, a person stops it.
    if (state === 'undoing' && steps % 3 === 2) await runToRest(life, seen);
    if (state === 'undoing' && steps > mostSteps / 2) {
      life.tally.count('rollout: an undo is left to a person');
      demandSame('rollout', 'an undo that does not end', [false, life.fleet?.rollouts?.isCalm]);
      await decide(life, calm, 'stop');
    }
    await stepRollout(life, seen, { command: 'continue', ...calm });
  }
  demandNone('rollout', 'open', [`after ${mostSteps} steps`]);
}

// A decision of a person, which changes nothing in the service.
async function decide(
  life: Simulation,
  step: Step,
  command: 'stop' | 'pause' | 'resume' | 'approve',
): Promise<void> {
  const wave = (await readOpen(life))?.record.passed ?? 0;
  const approved = life.fleet?.rollouts?.open?.approved;
  const wasApproved = approved?.has(wave) === true;
  // One that dies may have done it.
  if (command === 'approve') approved?.add(wave);
  const answer = await runMortal(life, step, (program) => program[command]());
  life.tally.count(`rollout: ${command} ${answer}`);
  // A second approval of a wave answers that too, and takes nothing back.
  if (command === 'approve' && answer === 'nothing' && !wasApproved) approved?.delete(wave);
  await noteOpened(life);
}

// The service lets cycles run. Those of an account that is done are evidence.
async function letRun(life: Simulation, seen: Evidence): Promise<void> {
  const { simulated, fleet, tally } = life;
  const open = fleet?.rollouts?.open ?? null;
  const found = await readOpen(life);
  for (const { account, state } of found?.accounts ?? []) {
    const isRunning = simulated.find(account)?.cycles.some(({ status }) => status === 'Active');
    if (state !== 'done' || isRunning !== true) continue;
    open?.ran.add(account);
    tally.count('rollout: cycles of an account that is done run');
  }
  await simulated.emulator.control.letPass('20m');
  allowPresent(life, seen);
}

async function stepRollout(
  life: Simulation,
  seen: Evidence,
  { command, ...step }: Step & { readonly command: 'continue' | 'undo' },
): Promise<void> {
  const { control } = life.simulated.emulator;
  const rollouts = life.fleet?.rollouts ?? null;
  if (rollouts !== null && command === 'undo') rollouts.open ??= rollouts.last;
  const [before, admitted] = [await readOpen(life), await readAdmitted(life)];
  let applied: Promise<readonly AccountOutcome[] | null> | null = null;
  let expected: Expected | null = null;
  const early = new Set<string>();
  const beforeWrite = async () => {
    if (expected !== null)
      for (const name of await listAdmittedEarly(life, expected)) early.add(name);
  };
  const [seed] = step.faults;
  const reads = seed !== undefined && seed % 3 === 0 ? drawReadFaults(makeSeededDraw(seed)) : [];
  control.plantFaults(reads);
  const answer = await runMortal(life, { ...step, beforeWrite }, (program, mortal) =>
    program[command === 'undo' ? 'undo' : 'step'](async (wave) => {
      control.plantFaults([]);
      await noteAdmitted(life, seen, before);
      expected = await expectAdmitted(life, seen, { ...wave, before: admitted });
      applied = applyAdmitted(life, seen, { wave, step, mortal });
      return (await applied) ?? new Promise(() => undefined);
    }),
  ).finally(() => control.plantFaults([]));
  // The laws of what it did before its death.
  await (applied as Promise<unknown> | null);
  (expected as Expected | null)?.restore();
  life.tally.count(`rollout: ${command} ${answer}`);
  await noteAdmitted(life, seen, before);
  if (expected !== null) await changeBetween(life, seen, () => publishAgain(life));
  demandNone('rollout', 'admitted before it was begun', [...early]);
  if (expected !== null && answer === null) await checkBegun(life, expected);
  if (before !== null && answer === 'done') await checkRecorded(life, before);
}

type Admitted = {
  readonly wave: PlannedWave;
  readonly step: Step;
  readonly mortal: Mortal | null;
};

async function applyAdmitted(
  life: Simulation,
  seen: Evidence,
  { wave: { planned, perform }, step, mortal }: Admitted,
): Promise<readonly AccountOutcome[] | null> {
  const { simulated, fleet, tally, note } = life;
  const [before, states] = [simulated.dump(), await readStates(life)];
  const since = simulated.emulator.requests().length;
  for (const each of planned) {
    if (each.kind === 'planned') continue;
    tally.count(`rollout: ${each.diagnostics[0]?.code}`);
    note(`    ${each.account}: ${each.diagnostics[0]?.summary}`);
  }
  checkHeldBack(life, planned);
  // The plan before it was of another revision.
  recordWaiting(life, planned, await readStates(life));
  const outcomes = await observe(life, seen, {
    faults: drawFaults(life, step.faults, planned),
    planned,
    keepsStopped: true,
    perform: () =>
      Promise.race([perform(), ...(mortal === null ? [] : [mortal.death.then(toNull)])]),
  });
  const deleted = listUnmetDeleted(life, { before, after: simulated.dump(), states });
  demandNone('rollout', 'deleted although a later apply does it', deleted);
  const records = simulated.emulator.requests().slice(since);
  const own = new Set(
    planned.flatMap((each) => (each.kind === 'planned' ? each.plan.account : [])),
  );
  for (const { name, id } of fleet?.written.rows ?? []) {
    if (own.has(name)) continue;
    demandNone('rollout', `written in ${name}`, listOwnWrites(records, before, id));
  }
  return outcomes;
}

type Mortality = Pick<Step, 'effect' | 'host'> & { readonly beforeWrite?: () => Promise<void> };

// Does a command to its end, or to its death: then it gives null.
async function runMortal(
  life: Simulation,
  { effect, host, beforeWrite = async () => undefined }: Mortality,
  command: (program: RolloutProgram, mortal: Mortal | null) => Promise<RolloutAnswer>,
): Promise<RolloutAnswer | null> {
  const { simulated, tally, note } = life;
  const mortal = effect === null ? null : makeMortal(effect);
  const tap: Tap = async (call, go) => {
    if (call.port === 'writer') await beforeWrite();
    return mortal === null ? go() : mortal.tap(call, go);
  };
  const program = new Program(simulated, mortal === null ? { tap } : { tap, host });
  const work = command(new RolloutProgram(simulated, program), mortal);
  if (mortal === null) return work;
  const answer = await Promise.race([work, mortal.death.then(toNull)]);
  if (answer !== null) return answer;
  simulated.beating.delete(program.holder.id);
  if (host === 'here') simulated.gone.add(program.holder.id);
  tally.count(`rollout: death after ${mortal.last()}`);
  tally.count('deaths');
  note(`    dead after ${mortal.last()}`);
  return null;
}

function toNull(): null {
  return null;
}
