import type { ExitCode } from '../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../app/options/option-values.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openStore } from '../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { openRunRecord } from '../../app/run/open-run-record.ts';
import { withSession } from '../../app/run/open-session.ts';
import { lockAccount, type Session } from '../../engine/run/journal/lock-account.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import type { StoreWriter } from '../../model/ports.ts';

/** A fleet that only this process rolls out. */
export type LockedFleet = {
  readonly store: StoreWriter;
  /** Records a decision about its rollout in the history. */
  readonly decide: (reason: string) => Promise<void>;
};

/**
 * Works on the rollouts of a fleet, while no other process does. Throws `OperationalError` if another one
 * has it for longer than the lock timeout.
 */
export async function withLockedFleet(
  request: ProjectRequest<ChangeOptions>,
  fleet: string,
  work: (locked: LockedFleet) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  const lockTimeoutMs = options.lockTimeout ?? defaultLockTimeoutMs;
  return withOpened(openStore(request), (store) =>
    withSession(store, { context, command: 'rollout', lockTimeoutMs }, async (session) => {
      const name = `fleet/${fleet}`;
      const lock = await lockAccount({ store, clock: systemClock }, session, name);
      if (lock.kind === 'held') {
        const { holder, since } = lock.by;
        throw new OperationalError(
          `${holder.user} on ${holder.host} has worked on the rollout of ${fleet} since ${since}`,
          {
            remedy: `Wait for it. If that process is certainly dead, run cyclectl unlock ${name} -e ${project.environment.name}`,
          },
        );
      }
      try {
        return await work({
          store,
          decide: (reason) => recordDecision(request, { store, session, reason }),
        });
      } finally {
        await store.releaseLock(name, lock.fence);
      }
    }),
  );
}

async function recordDecision(
  { context, options: { directory, approvedBy } }: ProjectRequest<ChangeOptions>,
  {
    store,
    session,
    reason,
  }: { readonly store: StoreWriter; readonly session: Session; readonly reason: string },
): Promise<void> {
  const decided = {
    command: 'rollout',
    approved: null,
    directory,
    context,
    approvedBy,
    reason,
  } as const;
  const record = await openRunRecord(decided, session, store);
  const accounts = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
  await store.saveRun({ ...record, end: { at: systemClock.now(), outcome: 'done', accounts } });
}
