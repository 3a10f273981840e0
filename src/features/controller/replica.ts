import { type CommandContext, type GlobalOptions, readBegun } from '../../app/context.ts';
import { openReports } from '../../app/output/requested-reports.ts';
import { readToday, systemClock } from '../../app/ports/open-ports.ts';
import type { ControllerStore } from '../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import { describeThrown } from '../../engine/apply/journal/run-safely.ts';
import { Replaceable } from '../../kit/tasks/replaceable.ts';
import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import { machineTimer } from '../../kit/tasks/timer.ts';
import { waitAtMost } from '../../kit/tasks/wait-at-most.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountJob } from '../../model/state/shared/job-queue.ts';
import type { Sweep } from '../../model/state/shared/sweep.ts';
import type { StartedLook } from '../../model/state/shared/watch.ts';
import { checkReplica } from './check-replica.ts';
import type { Follower, Snapshot } from './follow/follower.ts';
import { makeFollowedReport } from './follow/report-followed.ts';
import type { Metrics } from './open-metrics.ts';
import { type ControllerMode, openStation, reportNotEnded, type Station } from './open-station.ts';
import { RolloutStepper } from './reconcile/rollout-stepper.ts';
import { closeDeadRuns } from './reconcile/sweep-run.ts';
import { type JobResult, runJob } from './run-job.ts';
import { runTraced } from './run-traced.ts';
import { type Schedule, type Scheduled, Scheduler } from './schedule.ts';
import { listJobEntries, toLogTerminal, type WriteLog } from './write-log.ts';
import { writeSweepReport } from './write-sweep-report.ts';

export type ReplicaOptions = GlobalOptions & {
  readonly mode: ControllerMode;
  /** Milliseconds from the start of a sweep to the start of the next one. */
  readonly interval: number;
  /** Percent of the rate of requests that all replicas have together. */
  readonly share: number;
};

type ReplicaParts = {
  readonly context: CommandContext;
  readonly options: ReplicaOptions;
  readonly store: ControllerStore;
  readonly metrics: Metrics;
  readonly log: WriteLog;
  readonly follower: Follower;
  readonly first: Snapshot;
  /** File of the report. */
  readonly report: string;
};

/** Time between steps, and between looks at the folder. */
const [stepMs, lookMs] = [1000, 5000];
/** Time without a step after which the replica counts as dead. */
const silentMs = 120_000;
/** Time until a job is queued again of an account that a sweep looks at by other manifests. */
const otherMs = 5_000;

/** Result of a job, and the sweep as its run. */
type RunJobResult = JobResult & { readonly run: string };

/** One replica of the controller: works on jobs, and takes the schedule when no other replica has it. */
export class Replica {
  readonly #parts: ReplicaParts;
  readonly #station: Replaceable<Station>;
  readonly #scheduler: Scheduler;
  readonly #id: string;
  readonly #working = new Set<string>();
  readonly #reportFollowed: ReturnType<typeof makeFollowedReport>;
  #day: string;
  readonly #stepper: RolloutStepper;
  #sweep: Sweep | null = null;
  #reported: string | null = null;
  #steppedMs = performance.now();
  #lookedMs = performance.now();
  #trouble: string | null = 'no step was taken yet';
  #counted = { requests: 0, refused: 0 };
  /** Manifests that were read and are not in use yet. */
  #next: Snapshot | null = null;

  static async open(parts: ReplicaParts): Promise<Replica> {
    const station = await openNext(parts, parts.first);
    await closeIfFailing(station, () => checkReplica(station, parts.store.watch));
    return new Replica(parts, station);
  }

  private constructor(parts: ReplicaParts, station: Station) {
    this.#parts = parts;
    this.#reportFollowed = makeFollowedReport(parts);
    this.#day = readToday();
    const { store, options, log } = parts;
    this.#id = station.session.holder.id;
    this.#station = new Replaceable(station, (error) => reportNotEnded(log, error));
    this.#stepper = new RolloutStepper(log);
    this.#scheduler = new Scheduler({
      ...store,
      clock: systemClock,
      holder: this.#id,
      intervalMs: options.interval,
      reportDead: (account, text) => log({ level: 'error', event: 'job-dead', account, text }),
    });
  }

  /** The reason why this process should be started again; null if it goes on. */
  findDeadCause(): string | null {
    return performance.now() - this.#steppedMs > silentMs ? 'no step for two minutes' : null;
  }

  /** The reason why it does not work; null if it does. */
  findUnreadyCause(): string | null {
    return this.#trouble;
  }

  /** File of the report of the last sweep; null before one has ended. */
  findReport(): string | null {
    return this.#reported === null ? null : this.#parts.report;
  }

  /** Works until it is asked to stop, then finishes the jobs in flight. */
  async run(): Promise<void> {
    const { context, store, log } = this.#parts;
    const { width } = this.#station.newest;
    await store.queue.work(width, (job) => this.#work(job));
    while (!context.stopping.aborted) {
      await this.#tryStep();
      await waitAtMost(stepMs, context.stopping, machineTimer);
    }
    // Others take a little later all that is not given back.
    const ends = [
      () => this.#scheduler.close(),
      () => this.#stepper.close(),
      () => store.queue.close(),
      () => this.#station.close(),
    ];
    for (const end of ends) await end().catch((error: unknown) => reportNotEnded(log, error));
  }

  async #tryStep(): Promise<void> {
    const { log, metrics } = this.#parts;
    try {
      await this.#step();
      metrics.countStep(true);
      if (this.#trouble !== null) log({ level: 'info', event: 'ready' });
      this.#trouble = null;
    } catch (error) {
      const { summary } = describeThrown(error, 'the controller');
      if (this.#trouble !== summary) log({ level: 'error', event: 'step-failed', text: summary });
      this.#trouble = summary;
      metrics.countStep(false);
    }
    this.#steppedMs = performance.now();
  }

  async #step(): Promise<void> {
    const { store, metrics } = this.#parts;
    await this.#follow();
    const { snapshot, entries, ports } = this.#station.newest;
    const { version } = snapshot;
    const rate = ports.readRate();
    const counted = { requests: ports.readCost().requests, refused: rate.refused };
    const sent = counted.requests - this.#counted.requests;
    metrics.countRequests(sent, counted.refused - this.#counted.refused);
    this.#counted = counted;
    if (sent > 0) await store.watch.addRequests(sent);
    const now = { version, entries, reported: this.#reported };
    const schedule = await this.#stepSchedule(now);
    metrics.see({ schedule, snapshot, rate, running: this.#working.size });
    await this.#report(schedule);
    if (schedule.lead !== null) await this.#lead(schedule.sweep?.id !== this.#sweep?.id);
    this.#sweep = schedule.sweep;
  }

  // The work that one replica does for all.
  async #lead(isNewSweep: boolean): Promise<void> {
    const { mode, select } = this.#parts.options;
    if (mode === 'observe') return;
    await this.#station.use(async (station) => {
      if (isNewSweep) await closeDeadRuns(station);
      // A rollout is about all accounts of its fleet.
      if (select.length > 0) return;
      await this.#stepper.start(station, () => openRequest(this.#parts, station.snapshot));
    });
  }

  #stepSchedule(now: Scheduled): Promise<Schedule> {
    return runTraced('step', { 'cyclectl.replica': this.#id }, async (add) => {
      const schedule = await this.#scheduler.step(now);
      const { lead, tally } = schedule;
      const { left, queued } = tally;
      add({
        'cyclectl.leading': lead !== null,
        'cyclectl.sweep.left': left,
        'cyclectl.queued': queued,
      });
      return schedule;
    });
  }

  async #follow(): Promise<void> {
    const { follower, log } = this.#parts;
    if (performance.now() - this.#lookedMs < lookMs) return;
    const found = await follower.look();
    this.#lookedMs = performance.now();
    this.#reportFollowed(found);
    // Taken again where the ports could not be opened.
    if (found.kind === 'new') this.#next = found.snapshot;
    // Pins and ignores end with a day.
    const isNewDay = readToday() !== this.#day;
    if (this.#next === null && !isNewDay) return;
    const snapshot = this.#next ?? this.#station.newest.snapshot;
    this.#station.replace(await openNext(this.#parts, snapshot));
    this.#counted = { requests: 0, refused: 0 };
    this.#next = null;
    this.#day = readToday();
    const { version, commit } = snapshot;
    log({ level: 'info', event: 'manifests-read', commit, version });
  }

  // With the second step that finds it ended: by then all replicas have counted their requests.
  async #report({ sweep, lead }: Schedule): Promise<void> {
    if (sweep === null || sweep.endedMs === null || sweep.id === this.#reported) return;
    if (this.#sweep?.id !== sweep.id || this.#sweep.endedMs === null) return;
    const { log, report: file, store } = this.#parts;
    await this.#station.use((station) =>
      writeSweepReport({ station, ...store, sweep, isRecorded: lead !== null, file }),
    );
    this.#reported = sweep.id;
    const { requests } = sweep;
    const seconds = (sweep.endedMs - sweep.startedMs) / 1000;
    log({ level: 'info', event: 'sweep-ended', sweep: sweep.id, requests, seconds });
  }

  async #work({ account, signal }: AccountJob): Promise<void> {
    const { metrics, log, store } = this.#parts;
    // A job that outlived its time is still at work here: it has the lock of this replica.
    if (signal.aborted || this.#working.has(account)) return;
    this.#working.add(account);
    const startedMs = performance.now();
    try {
      const named = { 'cyclectl.account': account, 'cyclectl.replica': this.#id };
      const result = await runTraced('job', named, async (add) => {
        const started = await store.watch.startLook(account);
        const made = started && (await this.#look(started, signal));
        const isFailure = (made?.failures ?? 0) > 0;
        add({ 'cyclectl.state': made?.state ?? 'done-before' }, isFailure);
        return made;
      });
      metrics.countJob(result?.state ?? 'done-before', (performance.now() - startedMs) / 1000);
      if (result === null) return;
      for (const entry of listJobEntries(result)) log(entry);
    } finally {
      this.#working.delete(account);
    }
  }

  // Null where the sweep is by other manifests: a replica that has them does it.
  #look({ before, sweep }: StartedLook, signal: AbortSignal): Promise<RunJobResult | null> {
    const { context, store } = this.#parts;
    const { watch } = store;
    const stopping = AbortSignal.any([signal, context.stopping]);
    return this.#station.use(async (station) => {
      const entry = station.entries.get(before.account);
      if (entry === undefined || station.snapshot.version !== sweep.version) {
        await watch.postponeLook(before.account, otherMs);
        return null;
      }
      return station.inSweep(sweep.id, async ({ openRecorder, reconciler }) => {
        const tools = { station, reconciler, watch, recorder: await openRecorder() };
        return { ...(await runJob(tools, { before, entry, stopping })), run: sweep.id };
      });
    });
  }
}

function openNext(parts: ReplicaParts, snapshot: Snapshot): Promise<Station> {
  const { options, log, store } = parts;
  return openStation(openRequest(parts, snapshot), snapshot, { mode: options.mode, log, ...store });
}

// Diagnostics of one snapshot, or of one step of a rollout, do not stay for the next.
function openRequest(
  { context, options, log }: ReplicaParts,
  snapshot: Snapshot,
): ProjectRequest<ReplicaOptions> {
  const own = {
    ...context,
    terminal: toLogTerminal(log),
    reported: new Set<Diagnostic>(),
    written: new Set<string>(),
    reports: openReports(),
    begun: readBegun(),
    part: options.share / 100,
    checkout: snapshot,
    // A step of a rollout is a run of the replica, which itself answers signals, in its log.
    deferSignals: () => undefined,
  };
  return {
    context: own,
    options: { ...options, directory: snapshot.directory },
    project: snapshot.project,
  };
}
