import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { countDeletes } from '../../worlds/rough/rough-context.ts';
import { CallGate } from '../call-gate.ts';
import { Violation } from '../laws/violation.ts';
import { Program } from '../program.ts';
import type { InjectedFault } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { type Evidence, observe, outcomesOf, planNow, type Simulation } from '../simulation.ts';

type Race = Extract<InjectedFault, { readonly do: 'race' }>;

const [first, second] = [0, 1];
const silenceMs = 60_000;
/** Who is heard of again in time is not robbed: the other waits for it. */
const longestRest = 1000;

/**
 * Two applies on one store, call by call in a drawn order. If the first halts and loses its locks,
 * it finishes the current operation later and starts no other. It never halts during a request.
 */
export async function runRace(life: Simulation, seen: Evidence, race: Race): Promise<void> {
  const { simulated, tally } = life;
  await planNow(life);
  const stile = new CallGate(2);
  const lockTimeoutMs = race.isPatient ? Number.POSITIVE_INFINITY : 0;
  const programs = [first, second].map(
    (who) => new Program(simulated, { tap: stile.tapOf(who), lockTimeoutMs }),
  );
  const begin = (who: number) => {
    const program = programs[who];
    if (program === undefined) throw new Error(`There is no program ${who}`);
    return stile.begin(who, async () => {
      const { planned, text } = await program.plan();
      return outcomesOf(await program.apply(text, countDeletes(planned)));
    });
  };
  await observe(life, seen, {
    faults: [],
    planned: [],
    isRace: true,
    perform: async () => {
      const one = begin(first);
      for (let more = race.ahead; more > 0; more -= 1) if (!(await stile.pass(first))) break;
      const holder = programs[first]?.holder.id ?? '';
      const isHolding = race.kind !== 'live' && (await loseLocks(life, race, { stile, holder }));
      const other = begin(second);
      await interleave(life, race, { stile, holder, isHolding });
      const outcomes = [...(await one), ...(await other)];
      for (const { diagnostics } of outcomes)
        for (const { code } of diagnostics) tally.count(`race ${race.kind}: ${code}`);
      if (outcomes.every(isSuccess)) tally.count(`race ${race.kind}: all done`);
      return outcomes;
    },
  });
}

type Place = { readonly stile: CallGate; readonly holder: string };

type Racing = Place & {
  /** The first has locks to be taken, and halts until then. */
  readonly isHolding: boolean;
};

// Gives whether it held any.
async function loseLocks(life: Simulation, race: Race, { stile, holder }: Place): Promise<boolean> {
  const { simulated, tally } = life;
  while ((await stile.next(first))?.port === 'writer') await stile.pass(first);
  life.note(
    `    the first has made ${race.ahead} calls, and is to ${(await stile.next(first))?.name}`,
  );
  const held = (await simulated.store.listLocks()).filter((lock) => lock.holder.id === holder);
  if (held.length > 0) tally.count(`race ${race.kind}: taken while at work`);
  if (race.kind === 'unlocked') {
    await new Program(simulated).unlock();
    return held.length > 0;
  }
  const beats = simulated.beating.get(holder);
  simulated.beating.delete(holder);
  await simulated.wait(silenceMs);
  if (beats !== undefined) simulated.beating.set(holder, beats);
  return held.length > 0;
}

async function interleave(
  life: Simulation,
  race: Race,
  { stile, holder, isHolding }: Racing,
): Promise<void> {
  const draw = makeSeededDraw(race.order);
  // Who was robbed sleeps on for a while.
  const rest = race.kind === 'live' ? 0 : draw.int(1, 200);
  const share = draw.pick([10, 50, 90]);
  let isReported = false;
  for (let calls = 0; ; calls += 1) {
    const [mine, theirs] = [await stile.next(first), await stile.next(second)];
    if (mine === null && theirs === null) return;
    const isRobbedLater = isHolding && calls < longestRest && (await hasLock(life, holder));
    const isStill = calls < rest || isRobbedLater;
    const isMine = theirs === null || (mine !== null && !isStill && draw.chance(share));
    if (isMine && mine?.port !== 'reader' && !(await hasLock(life, holder))) {
      if (isReported && mine?.port === 'writer')
        throw new Violation('fence', toLateWrite(mine.name));
      isReported ||= mine?.name === 'update';
    }
    const call = isMine ? mine : theirs;
    if (call?.hasEffect === true)
      life.note(`    ${isMine ? 'first' : 'second'}: ${call.port} ${call.name}`);
    await stile.pass(isMine ? first : second);
  }
}

async function hasLock({ simulated }: Simulation, holder: string): Promise<boolean> {
  return (await simulated.store.listLocks()).some((lock) => lock.holder.id === holder);
}

function toLateWrite(name: string): string {
  return `${name} is sent by a run that was told that it holds no account any more`;
}
