import { Refusal } from '../../../app/output/refusal.ts';
import type { WritePorts } from '../../../app/ports/open-ports.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { listOpenRuns } from '../../../engine/run/journal/journal-run.ts';
import { readMachine } from '../../../kit/machine.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import { isServiceCommand, type RunRecord } from '../../../model/memory/run.ts';
import type { Clock } from '../../../model/ports.ts';

/** How often it is looked whether a run is still at work. */
const pollMs = 1000;

/** Runs that are looked back at. */
const recentRuns = 20;

/**
 * The newest run, where it did this very plan and was not done to its end: who applies the plan once more goes on with
 * that. One of another plan that wrote nothing, as beside another one at work, is looked past. One that is at work, or
 * died a moment ago, is waited for. Throws `Refusal` where it works on.
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
    if (newest?.approved?.plan !== digest || newest.end?.outcome === 'done') return null;
    if (!(await isRunning(store, newest))) return newest;
    if (waitedMs >= waitMs) throw toRefusal(newest);
    if (waitedMs === 0) say(`Waits for the run ${newest.id}, which does this plan already.`);
    await clock.wait(pollMs);
  }
}

/** A run that somebody works on is not gone on with by another one. Throws `Refusal`. */
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
    summary: `the run ${id} is still at work on ${author.host}`,
    remedy: codes['run-at-work'].remedy,
  });
}
