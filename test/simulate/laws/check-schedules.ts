import type { DumpedCycle } from '../../worlds/console/dumped.ts';
import { listLiving } from '../../worlds/rough/rough-oracle.ts';
import { type Evidence, listKeys, type Simulation } from '../simulation.ts';
import { demandNone } from './violation.ts';

/** Law 9: a cycle that is started again on the schedule that it had keeps its grid. */
export function checkSchedules(life: Simulation, { allowed }: Evidence): void {
  const { simulated, schedule, unmanaged, tally } = life;
  const isKnown = !schedule.turns.some(({ faults }) =>
    faults.some((each) => each.do === 'lose' || each.do === 'undo'),
  );
  if (!isKnown || life.touched.length > 0) return;
  const pictures = allowed.map(
    (accounts) =>
      new Map(
        accounts
          .flatMap((account) => listLiving(account, unmanaged))
          .map((each) => [each.id, each] as const),
      ),
  );
  for (const key of listKeys(life)) {
    for (const cycle of listLiving(simulated.find(key), unmanaged)) {
      const [old, ...between] = pictures.map((each) => each.get(cycle.id));
      if (old === undefined || !isAnchored(life, key, cycle)) continue;
      // Another interval meanwhile, as of a wave that was undone, begins a grid of its own.
      if (between.some((each) => isOther(old, each))) continue;
      const moved = measureShift(old, cycle);
      if (moved === null) continue;
      demandNone('law 9', `${cycle.name} runs on another grid`, moved === 0 ? [] : [moved]);
      tally.count('law 9: the grid is kept');
    }
  }
}

// The manifest says the interval, now and before, and no start of it.
function isAnchored({ versions }: Simulation, key: string, cycle: DumpedCycle): boolean {
  return (versions.get(key) ?? []).slice(-2).every(({ spec }) => {
    const entries = Object.entries(spec.cycles ?? {});
    const written = entries.find(([name, each]) => (each.displayName ?? name) === cycle.name)?.[1];
    const { schedule } = written ?? {};
    return schedule !== undefined && 'every' in schedule && schedule.startAt === undefined;
  });
}

function isOther(old: DumpedCycle, between: DumpedCycle | undefined): boolean {
  const minutes = between?.activation?.intervalMinutes;
  return minutes !== undefined && minutes !== old.activation?.intervalMinutes;
}

// How far the grid has moved, in milliseconds; null where the two have none in common.
function measureShift(old: DumpedCycle, now: DumpedCycle): number | null {
  const [before, after] = [old.activation, now.activation];
  if (old.status !== 'Active' || now.status !== 'Active' || !before || !after) return null;
  const minutes = after.intervalMinutes;
  if (minutes === null || minutes !== before.intervalMinutes) return null;
  return (after.startAtMs - before.startAtMs) % (minutes * 60_000);
}
