import { makeRunId } from '../../app/run/records/open-run-record.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Clock } from '../../model/ports.ts';
import type { JobQueue } from '../../model/state/shared/job-queue.ts';
import type { Lead, Sweep } from '../../model/state/shared/sweep.ts';
import type { Watch, WatchTally } from '../../model/state/shared/watch.ts';
import { toBackOffMs, toUnread } from './run-job.ts';

/** The parts of a scheduler. */
export type Scheduling = {
  readonly watch: Watch;
  readonly queue: JobQueue;
  readonly clock: Clock;
  /** Id of this replica. */
  readonly holder: string;
  /** Milliseconds from the start of a sweep to the start of the next one. */
  readonly intervalMs: number;
  /** Called with accounts whose job ended without a result. */
  readonly reportDead: (account: string, reason: string) => void;
};

/** The manifests that are scheduled. */
export type Scheduled = {
  readonly version: string;
  readonly entries: ReadonlyMap<string, AccountEntry>;
  /** The sweep that this replica has reported last. */
  readonly reported: string | null;
};

/** State of the schedule after a step of this replica. */
export type Schedule = {
  /** Null: another replica has it. */
  readonly lead: Lead | null;
  readonly sweep: Sweep | null;
  readonly tally: WatchTally;
};

/** Time after the end of a sweep in which none starts; the longer one while this replica has not reported it. */
const [reportMs, maxReportMs] = [3_000, 30_000];

/** Most accounts that are queued at once: enough for all replicas, few enough to keep the order. */
const mostQueued = 200;

/**
 * Keeps the queue of a partition filled with the accounts that were not looked at for the longest time, if
 * this replica has the schedule.
 */
export class Scheduler {
  readonly #parts: Scheduling;
  /** The epoch and the manifests for which accounts were saved. */
  #saved: string | null = null;
  #epoch: number | null = null;

  constructor(parts: Scheduling) {
    this.#parts = parts;
  }

  /** Takes a step. Rejects with `OperationalError` while the store is away, and `LostLeadError`. */
  async step(now: Scheduled): Promise<Schedule> {
    const { watch, holder } = this.#parts;
    const lead = await watch.saveLead(holder);
    this.#epoch = lead?.epoch ?? null;
    if (lead === null) {
      this.#saved = null;
      return { lead, sweep: await watch.readSweep(), tally: await watch.readTally() };
    }
    await this.#saveAccounts(lead, now);
    const sweep = await this.#turnSweep(lead, now);
    await this.#moveDead(now);
    await this.#fill(lead);
    return { lead, sweep, tally: await watch.readTally() };
  }

  /** Gives the schedule back, so that another replica takes it at once. */
  async close(): Promise<void> {
    if (this.#epoch !== null) await this.#parts.watch.deleteLead(this.#epoch);
  }

  async #saveAccounts({ epoch }: Lead, { version, entries }: Scheduled): Promise<void> {
    const saving = `${epoch} ${version}`;
    if (this.#saved === saving) return;
    await this.#parts.watch.saveAccounts(epoch, [...entries.keys()]);
    this.#saved = saving;
  }

  // A new commit begins a new sweep: accounts that the last one did not reach come first.
  async #turnSweep(
    { epoch, sweep }: Lead,
    { version, reported }: Scheduled,
  ): Promise<Sweep | null> {
    const { watch, clock, intervalMs } = this.#parts;
    const isOther = sweep === null || sweep.version !== version;
    const isDue = isOther || (sweep.endedMs !== null && sweep.sinceMs >= intervalMs);
    if (isDue && !isFresh(sweep, reported))
      return watch.startSweep(epoch, { id: makeRunId(clock.now()), version });
    if (sweep === null) return null;
    if (sweep.endedMs !== null) return sweep;
    const { left } = await watch.readTally();
    return left === 0 ? watch.closeSweep(epoch, sweep) : sweep;
  }

  async #moveDead({ entries }: Scheduled): Promise<void> {
    const { queue, watch, reportDead } = this.#parts;
    const jobs = await queue.listDead();
    for (const { account, reason } of jobs) {
      const started = await watch.startLook(account);
      if (started === null) continue;
      const { before } = started;
      const failures = before.failures + 1;
      const entry = entries.get(account);
      const summary = `The job of the account ended without a result: ${reason}`;
      const remedy = 'It is looked at again.';
      const dead = reportError('machine-trouble', { summary, remedy });
      reportDead(account, reason);
      await watch.saveResult({
        ...before,
        state: 'failed',
        failures,
        reason: `${summary}. ${remedy}`,
        found: entry === undefined ? null : toUnread(entry, dead),
        // The first time it is the replica that died, and then perhaps the account.
        againMs: failures === 1 ? 0 : toBackOffMs(account, failures - 1),
      });
    }
    await queue.deleteDead(jobs);
  }

  async #fill({ epoch }: Lead): Promise<void> {
    const { watch, queue } = this.#parts;
    await queue.send(await watch.selectDue(epoch, mostQueued));
  }
}

// Replicas report a sweep a little after its end, and a busy machine later.
function isFresh(sweep: Lead['sweep'], reported: string | null): boolean {
  if (sweep === null || sweep.endedMs === null) return false;
  const agoMs = sweep.startedMs + sweep.sinceMs - sweep.endedMs;
  return agoMs < (sweep.id === reported ? reportMs : maxReportMs);
}
