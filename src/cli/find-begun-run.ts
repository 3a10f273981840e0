import { readMachine } from '../kit/machine.ts';
import { Trouble } from '../kit/trouble.ts';
import { isOfService, type RunRecord } from '../model/run.ts';
import { listOpenRuns } from '../pipeline/journal-run.ts';
import { isGoneFrom } from './open-session.ts';
import type { WritingWorkplace } from './wiring.ts';

/**
 * The newest run, where it did this very plan and was not done to its end: who applies the plan once more goes on with
 * that. Throws `Trouble` where it is still at work.
 */
export async function findBegunRun(
  { store }: Pick<WritingWorkplace, 'store'>,
  digest: string,
): Promise<RunRecord | null> {
  const [newest] = (await store.listRuns(1)).filter(({ command }) => isOfService(command));
  if (newest?.approved?.plan !== digest || newest.end?.outcome === 'done') return null;
  await refuseWorking(store, newest);
  return newest;
}

/** A run that somebody works on is not gone on with by another one. Throws `Trouble`. */
export async function refuseWorking(
  store: WritingWorkplace['store'],
  { id, author }: RunRecord,
): Promise<void> {
  const open = await listOpenRuns(store, isGoneFrom(readMachine()));
  if (!open.some(({ run, isWorking }) => isWorking && run.id === id)) return;
  throw new Trouble(`the run ${id} is still at work on ${author.host}`, {
    remedy: 'Wait until it has ended; cyclectl resume --status shows who works on what.',
  });
}
