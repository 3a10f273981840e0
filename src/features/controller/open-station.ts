import {
  openStatePorts,
  openWritePorts,
  type StatePorts,
  systemClock,
  type WritePorts,
} from '../../app/ports/open-ports.ts';
import { openStoreNotes } from '../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import { openSession } from '../../app/run/open-session.ts';
import { toPlanConcurrency } from '../../app/run/plan-file.ts';
import { describeThrown } from '../../engine/apply/journal/run-safely.ts';
import { ExportTrust } from '../../engine/live/exports/export-trust.ts';
import { withExports } from '../../engine/live/exports/with-exports.ts';
import { withLateReleases } from '../../engine/run/journal/with-late-releases.ts';
import { type DriftRecorder, openDriftRecorder } from '../../engine/run/open-drift-recorder.ts';
import type { ThroughExports } from '../../engine/run/reads/observe-by-exports.ts';
import { type DriftLook, openDriftLook } from '../../engine/run/run-drift.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { Replaceable } from '../../kit/tasks/replaceable.ts';
import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import { machineTimer } from '../../kit/tasks/timer.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { Watch } from '../../model/state/shared/watch.ts';
import type { Snapshot } from './follow/follower.ts';
import { toEntry } from './follow/report-followed.ts';
import { openReconciler, type Reconciler } from './reconcile/open-reconciler.ts';
import type { OpenedStation } from './station.ts';
import type { LogEntry, WriteLog } from './write-log.ts';

/** Parts that are kept for the accounts of a sweep. */
export type SweepTools = {
  readonly id: string;
  /** Reads what earlier sweeps found. */
  readonly openRecorder: () => Promise<DriftRecorder>;
  /** Null of a controller that only looks. */
  readonly reconciler: Reconciler | null;
  close(): Promise<void>;
};

/** Parts of a replica that outlive its stations. */
export type StationParts = {
  readonly mode: ControllerMode;
  readonly watch: Watch;
  readonly log: WriteLog;
};

/** The accounts of a snapshot, and the tools by which they are worked on. */
export type Station = OpenedStation & {
  /** Works with what is kept for a sweep, which is closed after the last of its work. */
  readonly inSweep: <T>(id: string, work: (tools: SweepTools) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
};

/** `observe` writes nothing to the service; `reconcile` applies Git where no person must approve it. */
export type ControllerMode = 'observe' | 'reconcile';

/** The time for which looks share the catalogs of the service, and the secrets. */
const sharedMs = 60_000;

/** Opens the ports by which a replica looks at the accounts of a snapshot. */
export async function openStation(
  request: ProjectRequest,
  snapshot: Snapshot,
  parts: StationParts,
): Promise<Station> {
  const { context, project } = request;
  checkMode(parts.mode, project.environment);
  const writePorts =
    parts.mode === 'reconcile' ? withReleases(await openWritePorts(request)) : null;
  const ports = writePorts ?? withReleases(await openStatePorts(request));
  for (const entry of listPolicyEntries(writePorts?.policyRules)) parts.log(entry);
  return closeIfFailing(ports, async () => {
    const session = await openSession(ports.store, { context, command: 'controller' });
    const notes = await openStoreNotes(request);
    if (typeof notes === 'string') throw new Error(`The store has no log of drift: ${notes}`);
    const entries = new Map(project.selected.entries.map((entry) => [entry.key, entry]));
    const release = snapshot.retain();
    const opened = {
      snapshot,
      request,
      entries,
      ports,
      session,
      notes,
      width: toPlanConcurrency(project.environment),
      look: makeExportedLook(entries, { look: makeLook(request, ports), watch: parts.watch }),
    };
    const open = (id: string) => openSweepTools(opened, { ...parts, writePorts }, id);
    const sweeps = new Replaceable(open(''), (error) => reportNotEnded(parts.log, error));
    return {
      ...opened,
      inSweep: (id, work) => {
        if (sweeps.newest.id !== id) sweeps.replace(open(id));
        return sweeps.use(work);
      },
      close: async () => {
        await sweeps.close();
        await session.end();
        await notes.close();
        await ports.close();
        await release();
      },
    };
  });
}

// Accounts that they keep from a plan name no mistake of the policies themselves.
function listPolicyEntries(rules: WritePorts['policyRules'] | undefined): readonly LogEntry[] {
  const { mistakes = [], warnings = [] } = rules ?? {};
  return [
    ...mistakes.map((each) => ({ ...toEntry(each), event: 'policies-refused' })),
    ...warnings.map((each) => ({ ...toEntry(each), event: 'policies-warned' })),
  ];
}

// A command ends, and its locks with it; a replica goes on.
function withReleases<T extends StatePorts>(ports: T): T {
  return { ...ports, store: withLateReleases(ports.store) };
}

// Approval is the merge, and there a person approves each plan.
function checkMode(mode: ControllerMode, { name, protect }: Environment): void {
  if (mode === 'observe' || !protect.savedPlanOnly) return;
  throw new OperationalError(`the environment ${name} accepts only saved plans`, {
    remedy: 'Use --mode observe, or remove protect.savedPlanOnly from the environment.',
  });
}

function openSweepTools(
  station: OpenedStation,
  { writePorts, watch, log }: StationParts & { readonly writePorts: WritePorts | null },
  id: string,
): SweepTools {
  const { notes, request } = station;
  const { keys } = request.project;
  let recorder: Promise<DriftRecorder> | null = null;
  const giveUp = async ({ message }: OperationalError) =>
    log({ level: 'warning', event: 'drift-not-recorded', text: message });
  const reconciler =
    writePorts === null ? null : openReconciler(station, { ports: writePorts, watch }, id);
  return {
    id,
    openRecorder: () => {
      recorder ??= openDriftRecorder(notes, { id, clock: systemClock, keys, giveUp });
      return recorder;
    },
    reconciler,
    close: async () => reconciler?.close(request.context.stopping.aborted),
  };
}

/** Looks at an account, by exports where `through` is given. */
type PartedLook = (entry: AccountEntry, through?: ThroughExports) => Promise<DriftLook>;

/** Exports of fewer accounts prove too little to save a request. */
const fewAccounts = 10;
const dayMs = 86_400_000;

// An account that was answered by what is refuted later is looked at again, by the parts of its cycles.
function makeExportedLook(
  entries: OpenedStation['entries'],
  { look, watch }: { readonly look: PartedLook; readonly watch: Pick<Watch, 'updateDue'> },
): OpenedStation['look'] {
  if (entries.size < fewAccounts) return (entry) => look(entry);
  const trust = new ExportTrust(Math.floor(Date.parse(systemClock.now()) / dayMs));
  const known = new Set<string>();
  return async (entry, isSuspect) => {
    const { key } = entry;
    const isRefuted = () => trust.refuted.has(key);
    // Others wait for their turn while little is proven.
    if (isSuspect) return look(entry);
    const found = isRefuted()
      ? null
      : await trust.inTurn(() => look(entry, (reader) => withExports(reader, trust, key)));
    const others = [...trust.refuted].filter((each) => each !== key && !known.has(each));
    for (const each of trust.refuted) known.add(each);
    if (others.length > 0) await watch.updateDue(others);
    return found === null || isRefuted() ? look(entry) : found;
  };
}

/** Records that something of a replica could not be closed: others take over a little later. */
export function reportNotEnded(log: WriteLog, error: unknown): void {
  const { summary } = describeThrown(error, 'the end of the controller');
  log({ level: 'error', event: 'not-ended', text: summary });
}

function makeLook({ context, project }: ProjectRequest, ports: StatePorts): PartedLook {
  const { timer = machineTimer } = context;
  const open = () => openDriftLook(toRun(project, ports), 1);
  let opened: { readonly atMs: number; readonly look: ReturnType<typeof open> } | null = null;
  return async (entry, through) => {
    const nowMs = timer.nowMs();
    if (opened === null || nowMs - opened.atMs > sharedMs) {
      ports.secrets.forget();
      opened = { atMs: nowMs, look: open() };
    }
    try {
      return await (await opened.look)(entry, through);
    } catch (error) {
      // The next look opens it again.
      opened = null;
      throw error;
    }
  };
}
