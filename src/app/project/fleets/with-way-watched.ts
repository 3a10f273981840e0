import { isStale } from '../../../engine/policy/is-stale.ts';
import type { Session } from '../../../engine/run/journal/lock-account.ts';
import { formatName } from '../../../kit/text/format-name.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { toWayLock } from '../../../model/state/lock.ts';
import type { CommandContext } from '../../context.ts';

const lookEveryMs = 1000;

type Watched = {
  readonly context: CommandContext;
  readonly store: Pick<StoreReader, 'listLocks'>;
  readonly session: Session;
  readonly fleet: string;
};

/** Works in a context that is asked to stop when a live process asks for the fleet; looks each second. */
export async function withWayWatched<Result>(
  { context, store, session, fleet }: Watched,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const asked = new AbortController();
  const look = async (): Promise<void> => {
    const found = (await store.listLocks()).find(({ account }) => account === toWayLock(fleet));
    const isAsked =
      found !== undefined &&
      found.holder.id !== session.holder.id &&
      !isStale(found, session.isGone);
    if (!isAsked || asked.signal.aborted) return;
    const { user, host } = found.holder;
    context.terminal.log(
      `${formatName(user)} on ${formatName(host)} asks for the fleet ${fleet}: no further account begins.`,
    );
    asked.abort();
  };
  let isReported = false;
  const reportOnce = (error: unknown): void => {
    if (isReported) return;
    isReported = true;
    const why = error instanceof Error ? error.message : String(error);
    context.terminal.log(`Could not read whether another command asks for the fleet: ${why}`);
  };
  const timer = setInterval(() => void look().catch(reportOnce), lookEveryMs).unref();
  try {
    return await work({ ...context, stopping: AbortSignal.any([context.stopping, asked.signal]) });
  } finally {
    clearInterval(timer);
  }
}
