import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { openReports } from '../../app/output/requested-reports.ts';
import { readToday, systemClock } from '../../app/ports/open-ports.ts';
import type { ControllerStore } from '../../app/ports/open-store.ts';
import { describeThrown } from '../../engine/apply/journal/run-safely.ts';
import { type DriftRecorder, openDriftRecorder } from '../../engine/run/open-drift-recorder.ts';
import { Replaceable } from '../../kit/tasks/replaceable.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { DriftLog } from '../../model/state/drift-log.ts';
import type { AccountJob } from '../../model/state/shared/job-queue.ts';
import type { Sweep } from '../../model/state/shared/sweep.ts';
import type { Follower, Snapshot } from './follower.ts';
import type { Metrics } from './open-metrics.ts';
import { openStation, type Station } from './open-station.ts';
import { makeFollowedReport } from './report-followed.ts';
import { runJob } from './run-job.ts';
import { runTraced } from './run-traced.ts';
import { type Schedule, type Scheduled, Scheduler } from './schedule.ts';
import { toLogTerminal, type WriteLog } from './write-log.ts';
import { writeSweepReport } from './write-sweep-report.ts';

export type ReplicaOptions = GlobalOptions & {
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

/** One replica of the controller: works on jobs, and takes the schedule when no other replica has it. */
export class Replica {
  readonly #parts: ReplicaParts;
  readonly #station: Replaceable<Station>;
  readonly #scheduler: Scheduler;
  readonly #id: string;
  readonly #working = new Set<string>();
  readonly #reportFollowed: ReturnType<typeof makeFollowedReport>;
  #day: string;
  #recorder: { readonly sweep: string; readonly opened: Promise<DriftRecorder> } | null = null;
  #sweep: Sweep | null = null;
  #reported: string | null = null;
  #steppedMs = performance.now();
  #lookedMs = performance.now();
  #trouble: string | null = 'no step was taken yet';
  #counted = { requests: 0, refused: 0 };
  /** Manifests that were read and are not in use yet. */
  #next: Snapshot | null = null;

  static async open(parts: ReplicaParts): Promise<Replica> {
    return new Replica(parts, await openNext(parts, parts.first));
  }

  private constructor(parts: ReplicaParts, station: Station) {
    this.#parts = parts;
    this.#reportFollowed = makeFollowedReport(parts);
    this.#day = readToday();
    const { store, options, log } = parts;
    this.#id = station.session.holder.id;
    this.#station = new Replaceable(station, (error) => this.#logEnd(error));
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
    const { context, store } = this.#parts;
    const { width } = this.#station.newest;
    await store.queue.work(width, (job) => this.#work(job));
    while (!context.stopping.aborted) {
      await this.#tryStep();
      await waitAtMost(stepMs, context.stopping);
    }
    // Others take a little later all that is not given back.
    const ends = [
      () => this.#scheduler.close(),
      () => store.queue.close(),
      () => this.#station.close(),
    ];
    for (const end of ends) await end().catch((error: unknown) => this.#logEnd(error));
  }

  #logEnd(error: unknown): void {
    const { summary } = describeThrown(error, 'the end of the controller');
    this.#parts.log({ level: 'error', event: 'not-ended', text: summary });
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
    const schedule = await this.#stepSchedule({ version, accounts: [...entries.keys()] });
    metrics.see({ schedule, snapshot, rate, running: this.#working.size });
    await this.#report(schedule);
    this.#sweep = schedule.sweep;
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
    this.#recorder = null;
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
        const made = await this.#station.use(async (station) => {
          const recorder = await this.#openRecorder(station.notes);
          return runJob({ station, recorder, watch: store.watch }, account);
        });
        const isFailure = (made?.failures ?? 0) > 0;
        add({ 'cyclectl.state': made?.state ?? 'done-before' }, isFailure);
        return made;
      });
      metrics.countJob(result?.state ?? 'done-before', (performance.now() - startedMs) / 1000);
      if (result === null) return;
      const { state, failures, reason } = result;
      const level = failures > 0 ? 'warning' : 'info';
      if (level !== 'info' || state !== 'in-sync')
        log({ level, event: `account-${state}`, account, text: reason });
    } finally {
      this.#working.delete(account);
    }
  }

  // One for each sweep, because it reads what earlier ones found.
  #openRecorder(notes: DriftLog): Promise<DriftRecorder> {
    const sweep = this.#sweep?.id ?? '';
    if (this.#recorder?.sweep === sweep) return this.#recorder.opened;
    const { log } = this.#parts;
    const opened = openDriftRecorder(notes, {
      id: sweep,
      clock: systemClock,
      keys: this.#station.newest.request.project.keys,
      giveUp: async ({ message }) =>
        log({ level: 'warning', event: 'drift-not-recorded', text: message }),
    });
    this.#recorder = { sweep, opened };
    return opened;
  }
}

// Ends at once when the process is asked to stop.
function waitAtMost(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
  });
}

function openNext({ context, options, log }: ReplicaParts, snapshot: Snapshot): Promise<Station> {
  // Diagnostics of one snapshot do not stay for the next.
  const own = {
    ...context,
    terminal: toLogTerminal(log),
    reported: new Set<Diagnostic>(),
    written: new Set<string>(),
    reports: openReports(),
  };
  return openStation(
    {
      context: own,
      options: { ...options, directory: snapshot.directory },
      project: snapshot.project,
    },
    snapshot,
    options.share / 100,
  );
}
