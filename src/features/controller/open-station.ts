import { openStatePorts, type StatePorts } from '../../app/ports/open-ports.ts';
import { openStoreNotes } from '../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import { type OpenSession, openSession } from '../../app/run/open-session.ts';
import { toPlanConcurrency } from '../../app/run/plan-file.ts';
import { type DriftLook, openDriftLook } from '../../engine/run/run-drift.ts';
import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import { machineTimer } from '../../kit/tasks/timer.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { DriftLog } from '../../model/state/drift-log.ts';
import type { Snapshot } from './follower.ts';

/** A snapshot of the manifests, and the ports by which its accounts are looked at. */
export type Station = {
  readonly snapshot: Snapshot;
  readonly request: ProjectRequest;
  /** Accounts that the replica serves. */
  readonly entries: ReadonlyMap<string, AccountEntry>;
  readonly ports: StatePorts;
  readonly session: OpenSession;
  readonly notes: DriftLog;
  /** Accounts that are looked at concurrently. */
  readonly width: number;
  /** Looks at an account, with reads that are shared for a minute. */
  readonly look: (entry: AccountEntry) => Promise<DriftLook>;
  close(): Promise<void>;
};

/** The time for which looks share the catalogs of the service, and the secrets. */
const sharedMs = 60_000;

/** Opens what looks at the accounts of a snapshot need. `part`: the part of the rate for all replicas. */
export async function openStation(
  request: ProjectRequest,
  snapshot: Snapshot,
  part: number,
): Promise<Station> {
  const { context, project } = request;
  const ports = await openStatePorts({ ...request, part });
  return closeIfFailing(ports, async () => {
    const session = await openSession(ports.store, { context, command: 'controller' });
    const notes = await openStoreNotes(request);
    if (typeof notes === 'string') throw new Error(`The store has no log of drift: ${notes}`);
    const release = snapshot.retain();
    return {
      snapshot,
      request,
      entries: new Map(project.selected.entries.map((entry) => [entry.key, entry])),
      ports,
      session,
      notes,
      width: toPlanConcurrency(project.environment),
      look: makeLook(request, ports),
      close: async () => {
        await session.end();
        await notes.close();
        await ports.close();
        await release();
      },
    };
  });
}

function makeLook({ context, project }: ProjectRequest, ports: StatePorts): Station['look'] {
  const { timer = machineTimer } = context;
  const open = () => openDriftLook(toRun(project, ports), 1);
  let opened: { readonly atMs: number; readonly look: ReturnType<typeof open> } | null = null;
  return async (entry) => {
    const nowMs = timer.nowMs();
    if (opened === null || nowMs - opened.atMs > sharedMs) {
      ports.secrets.forget();
      opened = { atMs: nowMs, look: open() };
    }
    try {
      return await (await opened.look)(entry);
    } catch (error) {
      // The next look opens it again.
      opened = null;
      throw error;
    }
  };
}
