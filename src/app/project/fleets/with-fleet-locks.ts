import { lockAccount, type Session, tryLock } from '../../../engine/run/journal/lock-account.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { StoreWriter } from '../../../model/ports.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import {
  type FleetLock,
  type HeldLock,
  toFleetLock,
  toWayLock,
} from '../../../model/state/lock.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { defaultLockTimeoutMs } from '../../options/option-values.ts';
import type { EnvironmentContext } from '../../ports/open-environment-secrets.ts';
import { systemClock } from '../../ports/open-ports.ts';
import { openStore } from '../../ports/open-store.ts';
import type { ChangeOptions } from '../../run/change-source.ts';
import { withSession } from '../../run/open-session.ts';

/** Fleets whose revisions only this process changes. */
export type HeldFleets = {
  readonly store: StoreWriter;
  readonly session: Session;
  /** Their locks, in the order of their names. */
  readonly locks: readonly FleetLock[];
};

/** Fleets to lock, and the command that is recorded with the lock. */
type Asked = {
  readonly command: string;
  readonly fleets: readonly string[];
  /** True if a process that works on one is to end soon. */
  readonly isUrgent?: boolean;
};

type LockRequest = EnvironmentContext & { readonly options: Pick<ChangeOptions, 'lockTimeout'> };

/**
 * Locks fleets, in the order of their names, while it works. Throws `OperationalError` if another process
 * has one for longer than the lock timeout.
 */
export async function withFleetLocks(
  request: LockRequest,
  { command, fleets, isUrgent = false }: Asked,
  work: (held: HeldFleets) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  const place = { directory: options.directory, environment: project.environment.name };
  const lockTimeoutMs = options.lockTimeout ?? defaultLockTimeoutMs;
  return withOpened(openStore(request), (store) =>
    withSession(store, { context, command, lockTimeoutMs }, async (session) => {
      const locks: FleetLock[] = [];
      try {
        for (const fleet of fleets.toSorted(compareTexts)) {
          // Its end releases this lock too, and a dead one asks for nothing any more.
          if (isUrgent) await tryLock(store, session, toWayLock(fleet));
          const lock = await lockAccount(
            { store, clock: systemClock },
            session,
            toFleetLock(fleet),
          );
          if (lock.kind === 'held') throw refuse(fleet, lock.by, place);
          locks.push({ fleet, fence: lock.fence });
        }
        return await work({ store, session, locks });
      } finally {
        for (const { fleet, fence } of locks) await store.releaseLock(toFleetLock(fleet), fence);
      }
    }),
  );
}

function refuse(fleet: string, { holder, since }: HeldLock, place: CommandPlace): OperationalError {
  const unlock = formatCommand('unlock', place, [toFleetLock(fleet)]);
  return new OperationalError(
    `${holder.user} on ${holder.host} has worked on the rollout of ${fleet} since ${since}`,
    {
      remedy: `Wait for it. If that process is certainly dead, run ${unlock}`,
    },
  );
}
