import { isOver, listOpenRuns } from '../../engine/run/journal/journal-run.ts';
import { readMachine } from '../../kit/machine.ts';
import { codes } from '../../model/diagnostic/codes.ts';
import type { Clock } from '../../model/ports.ts';
import { isServiceCommand, type RunRecord } from '../../model/state/run.ts';
import { Refusal } from '../output/refusal.ts';
import type { WritePorts } from '../ports/open-ports.ts';
import { isGoneFrom } from './open-session.ts';

/** Interval of polls for a running run. */
const pollMs = 1000;

/** Runs to search. */
const recentRuns = 20;

/**
 * Finds the newest run if it has this plan and did not finish, because another apply continues it.
 * Waits for one that is running or died just now. Throws `Refusal` when it keeps running.
 */
export async function findUnfinishedRun(
  { store }: Pick<WritePorts, 'store'>,
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
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const newest = (await store.listRuns(recentRuns)).find(
      ({ command, approved, end }) =>
        isServiceCommand(command) &&
        (approved?.plan === digest || end?.outcome !== 'nothing-written'),
    );
    if (newest?.approved?.plan !== digest || isOver(newest)) return null;
    if (!(await isRunning(store, newest))) return newest;
    if (waitedMs >= waitMs) throw toRefusal(newest);
    if (waitedMs === 0) say(`Waiting for the run ${newest.id}, which applies this plan already.`);
    await clock.wait(pollMs);
  }
}

/** Refuses a run that is still running. Throws `Refusal`. */
export async function checkNotRunning(store: WritePorts['store'], run: RunRecord): Promise<void> {
  if (await isRunning(store, run)) throw toRefusal(run);
}

async function isRunning(store: WritePorts['store'], { id }: RunRecord): Promise<boolean> {
  const open = await listOpenRuns(store, isGoneFrom(readMachine()));
  return open.some(({ run, isWorking }) => isWorking && run.id === id);
}

function toRefusal({ id, author }: RunRecord): Refusal {
  return new Refusal({
    code: 'run-at-work',
    severity: 'error',
    summary: `the run ${id} is still running on ${author.host}`,
    remedy: codes['run-at-work'].remedy,
  });
}
