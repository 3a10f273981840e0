import type { ExitCode } from '../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../app/options/option-values.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openStore } from '../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { openRunRecord } from '../../app/run/open-run-record.ts';
import { withSession } from '../../app/run/open-session.ts';
import { lockAccount } from '../../engine/run/journal/lock-account.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import type {
  RevisionReader,
  RevisionWriter,
  Rollout,
  SaveRolloutChange,
} from '../../model/state/rollout.ts';
import type { RunRecord } from '../../model/state/run.ts';
import { findFleet, type RolledOutFleet } from './find-fleet.ts';

/** A fleet that only this process rolls out: the one place from where its rollouts are written. */
export type LockedFleet = {
  readonly store: RevisionReader;
  /** Its latest rollout; null if it had none. */
  readonly latest: Rollout | null;
  readonly update: SaveRolloutChange;
};

type HeldFleet = {
  readonly fleet: string;
  readonly fence: number;
  /** Opens the entry of a decision in the history. */
  readonly openRun: (reason: string) => Promise<RunRecord>;
};

/** Returns the name of the lock of a fleet. */
export function toFleetLock(fleet: string): string {
  return `fleet/${fleet}`;
}

/** Opens a fleet whose lock this process holds. */
export async function openLockedFleet(
  store: RevisionReader & RevisionWriter,
  { fleet, fence, openRun }: HeldFleet,
): Promise<LockedFleet> {
  const latest = (await store.listRollouts()).find((each) => each.fleet === fleet) ?? null;
  const accounts = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
  return {
    store,
    latest,
    update: async (change, decision) => {
      const run = decision === undefined ? null : await openRun(decision);
      await store.updateRevisions({
        ...change,
        fence: { lock: toFleetLock(fleet), number: fence },
        ...(run === null
          ? {}
          : { decision: { ...run, end: { at: run.startedAt, outcome: 'done', accounts } } }),
      });
    },
  };
}

/**
 * Works on the rollouts of a fleet, while no other process does. Throws `Refusal` if it has none, and
 * `OperationalError` if another process has it for longer than the lock timeout.
 */
export async function withLockedFleet<Options extends ChangeOptions & { readonly fleet: string }>(
  request: ProjectRequest<Options>,
  work: (locked: LockedFleet, found: RolledOutFleet) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  const { fleet, directory, approvedBy } = options;
  const found = findFleet(project, fleet);
  const lockTimeoutMs = options.lockTimeout ?? defaultLockTimeoutMs;
  return withOpened(openStore(request), (store) =>
    withSession(store, { context, command: 'rollout', lockTimeoutMs }, async (session) => {
      const name = toFleetLock(fleet);
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
        const decided = {
          command: 'rollout',
          approved: null,
          directory,
          context,
          approvedBy,
        } as const;
        const locked = await openLockedFleet(store, {
          fleet,
          fence: lock.fence,
          openRun: (reason) => openRunRecord({ ...decided, reason }, session, store),
        });
        return await work(locked, found);
      } finally {
        await store.releaseLock(name, lock.fence);
      }
    }),
  );
}
