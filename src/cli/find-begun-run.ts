import { readMachine } from '../kit/machine.ts';
import { Trouble } from '../kit/trouble.ts';
import type { Clock } from '../model/ports.ts';
import { isOfService, type RunRecord } from '../model/run.ts';
import { listOpenRuns } from '../pipeline/journal-run.ts';
import { isGoneFrom } from './open-session.ts';
import type { WritingWorkplace } from './wiring.ts';

/** How often it is looked whether a run is still at work. */
const pauseMs = 1000;

/**
 * The newest run, where it did this very plan and was not done to its end: who applies the plan once more goes on with
 * that. One that is at work, or died a moment ago, is waited for. Throws `Trouble` where it works on.
 */
export async function findBegunRun(
  { store }: Pick<WritingWorkplace, 'store'>,
  digest: string,
  {
    clock,
    say,
    waitMs,
  }: {
    readonly clock: Pick<Clock, 'wait'>;
    readonly say: (text: string) => void;
    readonly waitMs: number;
  },
): Promise<RunRecord | null> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const [newest] = (await store.listRuns(1)).filter(({ command }) => isOfService(command));
    if (newest?.approved?.plan !== digest || newest.end?.outcome === 'done') return null;
    if (!(await isAtWork(store, newest))) return newest;
    if (waitedMs >= waitMs) throw toTrouble(newest);
    if (waitedMs === 0) say(`Waits for the run ${newest.id}, which does this plan already.`);
    await clock.wait(pauseMs);
  }
}

/** A run that somebody works on is not gone on with by another one. Throws `Trouble`. */
export async function refuseWorking(
  store: WritingWorkplace['store'],
  run: RunRecord,
): Promise<void> {
  if (await isAtWork(store, run)) throw toTrouble(run);
}

async function isAtWork(store: WritingWorkplace['store'], { id }: RunRecord): Promise<boolean> {
  const open = await listOpenRuns(store, isGoneFrom(readMachine()));
  return open.some(({ run, isWorking }) => isWorking && run.id === id);
}

function toTrouble({ id, author }: RunRecord): Trouble {
  return new Trouble(`the run ${id} is still at work on ${author.host}`, {
    remedy: 'Wait until it has ended; cyclectl resume --status shows who works on what.',
  });
}
