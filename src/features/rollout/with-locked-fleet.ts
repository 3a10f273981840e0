import type { ExitCode } from '../../app/exit-codes.ts';
import type { EnvironmentContext } from '../../app/ports/open-environment-secrets.ts';
import { type HeldFleets, withFleetLocks } from '../../app/project/fleets/with-fleet-locks.ts';
import { withWayWatched } from '../../app/project/fleets/with-way-watched.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { openRunRecord } from '../../app/run/records/open-run-record.ts';
import { type FleetReader, withRenames } from '../../engine/index/revisions/with-renames.ts';
import type { Signer } from '../../model/ports.ts';
import { type FleetLock, toFleetLock } from '../../model/state/lock.ts';
import type {
  RevisionChange,
  RevisionWriter,
  Rollout,
  RolloutAccount,
  SaveRolloutChange,
} from '../../model/state/rollout.ts';
import type { RolloutDecision, RunRecord } from '../../model/state/run.ts';
import { findFleet, type RolledOutFleet } from './find-fleet.ts';
import { openSigner } from './waves/check-seal.ts';
import { formatProgress, formatResult } from './waves/format-sealed.ts';

/** Options of a command that changes the rollout of a fleet. */
export type FleetOptions = ChangeOptions & { readonly fleet: string };

/** Options of a command by which a person decides about it. */
export type DecisionOptions = FleetOptions & {
  /** For the history. */
  readonly reason: string;
};

/** A fleet that only this process rolls out: the one place from where its rollouts are written. */
export type LockedFleet = {
  readonly store: FleetReader;
  /** Its latest rollout; null if it had none. */
  readonly latest: Rollout | null;
  readonly update: SaveRolloutChange;
};

type HeldFleet = FleetLock & {
  /** Opens the entry of a decision in the history. */
  readonly openRun: (reason: string) => Promise<RunRecord>;
  /** Opens the signer of how far its rollout came. */
  readonly openSigner: () => Promise<Signer>;
};

/** Opens a fleet whose lock this process holds. */
export async function openLockedFleet(
  store: FleetReader & RevisionWriter,
  { fleet, fence, openRun, openSigner }: HeldFleet,
): Promise<LockedFleet> {
  const latest = (await store.listRollouts()).find((each) => each.fleet === fleet) ?? null;
  const open = makeOnce(openSigner);
  const sign = makeProgressSigner(latest, open);
  const tally = { planned: 0, begun: 0, done: 0, failed: 0, refused: 0 };
  const signChange = async ({ rollout, accounts = [] }: Parameters<SaveRolloutChange>[0]) => {
    if (rollout === undefined) return {};
    const signed = accounts.map((each) => signResult(rollout, each, open));
    return { rollout: await sign(rollout), accounts: await Promise.all(signed) };
  };
  let saved = latest;
  return {
    store,
    latest,
    update: async (change, decision) => {
      const { rollout = saved } = change;
      const decided = rollout === null ? {} : { decided: findDecision(saved, rollout) };
      saved = rollout;
      const run = decision === undefined ? null : await openRun(decision);
      await store.updateRevisions({
        ...change,
        ...(await signChange(change)),
        fence: { lock: toFleetLock(fleet), number: fence },
        ...(run === null
          ? {}
          : {
              decision: {
                ...run,
                ...decided,
                end: { at: run.startedAt, outcome: 'done', accounts: tally },
              },
            }),
      });
    },
  };
}

function makeOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

async function signResult(
  rollout: Rollout,
  { stateSeal: _, ...member }: RolloutAccount,
  open: HeldFleet['openSigner'],
): Promise<RolloutAccount> {
  const result = formatResult(rollout, member);
  return result === null ? member : { ...member, stateSeal: (await open()).sign(result) };
}

function findDecision(before: Rollout | null, after: Rollout): RolloutDecision {
  if (before?.id !== after.id) return 'opened';
  if (before.state !== after.state) return after.state === 'open' ? 'resumed' : after.state;
  const { approvedWaves = 0 } = before;
  return (after.approvedWaves ?? 0) > approvedWaves ? 'approved' : 'passed';
}

// A decision that leaves the numbers as they are needs no key: whoever has the store can stop a rollout.
function makeProgressSigner(
  latest: Rollout | null,
  open: HeldFleet['openSigner'],
): (rollout: Rollout) => Promise<Rollout> {
  let saved = latest;
  return async ({ progressSeal: _, ...rollout }) => {
    const progress = formatProgress(rollout);
    const isSame = saved !== null && formatProgress(saved) === progress;
    const seal =
      progress === null ? undefined : isSame ? saved?.progressSeal : (await open()).sign(progress);
    saved = { ...rollout, ...(seal === undefined ? {} : { progressSeal: seal }) };
    return saved;
  };
}

/**
 * Works on the rollouts of a fleet, while no other process does. Throws `Refusal` if it has none, and
 * `OperationalError` if another process has it for longer than the lock timeout.
 */
export async function withLockedFleet<Options extends FleetOptions>(
  request: ProjectRequest<Options>,
  work: (locked: LockedFleet, found: RolledOutFleet) => Promise<ExitCode>,
): Promise<ExitCode> {
  const found = findFleet(request, request.options.fleet);
  return lockFleet(request, { isUrgent: false }, (locked) => work(locked, found));
}

/** Does the same for a step, in a context that is asked to stop when such a decision waits. */
export async function withWatchedFleet<Options extends FleetOptions>(
  request: ProjectRequest<Options>,
  work: (locked: LockedFleet, watched: ProjectRequest<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { fleet } = request.options;
  findFleet(request, fleet);
  return lockFleet(request, { isUrgent: false }, (locked, { store, session }) =>
    withWayWatched({ context: request.context, store, session, fleet }, (context) =>
      work(locked, { ...request, context }),
    ),
  );
}

type Held = Pick<HeldFleets, 'store' | 'session'>;

/**
 * Locks a fleet while it works. `isUrgent`: a step that works on the fleet begins no further account. Without
 * accounts in the project, those of the store have the names that it recorded.
 */
export async function lockFleet(
  request: EnvironmentContext & { readonly options: FleetOptions },
  { isUrgent }: { readonly isUrgent: boolean },
  work: (locked: LockedFleet, held: Held) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  const { fleet, directory, approvedBy } = options;
  const decided = { command: 'rollout', approved: null, directory, context, approvedBy } as const;
  const asked = { command: 'rollout', fleets: [fleet], isUrgent };
  return withFleetLocks(request, asked, async ({ store, session, locks: [lock] }) => {
    if (lock === undefined) throw new Error(`The fleet ${fleet} was not locked`);
    const openRun = (reason: string) => openRunRecord({ ...decided, reason }, session, store);
    const held = { ...lock, openRun, openSigner: () => openSigner(request) };
    const { accounts = [], environment } = project;
    const named = await withRenames(store, accounts, environment.name);
    const renamed = {
      ...named,
      updateRevisions: (change: RevisionChange) => store.updateRevisions(change),
    };
    return work(await openLockedFleet(renamed, held), { store, session });
  });
}
