import {
  isUnfinished,
  listOpenRuns,
  listPending,
  type PendingAccount,
} from '../../../engine/run/journal/journal-run.ts';
import { machineTimer } from '../../../kit/tasks/timer.ts';
import { toPlanKind } from '../../../model/plan/plan.ts';
import type { ApprovedRun, RunRecord } from '../../../model/state/run.ts';
import type { OpenedStation } from '../station.ts';

/** A dead apply that left an account unfinished. */
export type UnfinishedApply = {
  readonly run: RunRecord;
  readonly approved: ApprovedRun;
  readonly pending: PendingAccount;
};

/** Time between looks for dead runs: an account is asked for with each job. */
const lookMs = 10_000;

/**
 * Applies whose process is dead, with the accounts that they left unfinished. Runs of a rollout go on with its
 * steps, and others than applies with `cyclectl resume`.
 */
export class UnfinishedRuns {
  readonly #station: Pick<OpenedStation, 'ports' | 'session'>;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #accounts: Promise<ReadonlyMap<string, RunRecord>> = Promise.resolve(new Map());

  constructor(station: Pick<OpenedStation, 'ports' | 'session'>) {
    this.#station = station;
  }

  /** Finds what the newest of them left of an account; null: nothing. */
  async find(account: string): Promise<UnfinishedApply | null> {
    const nowMs = machineTimer.nowMs();
    if (nowMs - this.#lookedMs >= lookMs) {
      this.#lookedMs = nowMs;
      this.#accounts = this.#read();
    }
    const run = (await this.#accounts).get(account);
    if (run === undefined || run.approved === null) return null;
    // Read again, because another replica may have finished it meanwhile.
    for await (const pending of listPending(this.#station.ports.store, run))
      if (pending.account === account && isUnfinished(pending.state))
        return { run, approved: run.approved, pending };
    return null;
  }

  async #read(): Promise<ReadonlyMap<string, RunRecord>> {
    const { ports, session } = this.#station;
    const found = new Map<string, RunRecord>();
    for (const { run, isWorking } of await listOpenRuns(ports.store, session.isGone)) {
      const { approved, command, rollout } = run;
      const isOurs = approved !== null && toPlanKind(approved.options) === 'plan';
      if (isWorking || command !== 'apply' || rollout !== undefined || !isOurs) continue;
      for await (const { account, state } of listPending(ports.store, run))
        if (isUnfinished(state) && !found.has(account)) found.set(account, run);
    }
    return found;
  }
}
