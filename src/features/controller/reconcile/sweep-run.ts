import { systemClock } from '../../../app/ports/open-ports.ts';
import { openRunRecord } from '../../../app/run/records/open-run-record.ts';
import { emptySummary } from '../../../engine/plan/add-to-summary.ts';
import {
  closeRunByStates,
  countAccounts,
  listOpenRuns,
} from '../../../engine/run/journal/journal-run.ts';
import type { PlanSummary } from '../../../model/plan/plan.ts';
import type { RunRecord } from '../../../model/state/run.ts';
import type { OpenedStation } from '../station.ts';

/** Permissions of a controller: none that a person gives. */
export const choices = {
  rewrite: false,
  allowDeletes: null,
  allowReplace: false,
  allowNewWebhookUrls: false,
} as const;

/**
 * The entry of a replica in the history: one for all accounts that it applies in a sweep. It is opened with
 * the first of them.
 */
export class SweepRun {
  readonly #station: OpenedStation;
  readonly #sweep: string;
  #opened: Promise<RunRecord> | null = null;
  #summary: PlanSummary = emptySummary;

  constructor(station: OpenedStation, sweep: string) {
    this.#station = station;
    this.#sweep = sweep;
  }

  open(): Promise<RunRecord> {
    this.#opened ??= this.#save();
    return this.#opened;
  }

  async #save(): Promise<RunRecord> {
    const { ports, session, request } = this.#station;
    const { context, options } = request;
    const approved = { plan: '', options: choices, summary: emptySummary };
    const reason = `controller, sweep ${this.#sweep}`;
    const asked = {
      command: 'apply',
      approved,
      directory: options.directory,
      context,
      reason,
    } as const;
    const record = await openRunRecord(asked, session, ports.store);
    await ports.store.saveRun(record);
    return record;
  }

  /** Counts the plan of an account that it applies. */
  count(summary: PlanSummary): void {
    this.#summary = addSummaries(this.#summary, summary);
  }

  /** Records its end, by what its accounts came to. */
  async close(isStopped: boolean): Promise<void> {
    if (this.#opened === null) return;
    const { store } = this.#station.ports;
    const record = await this.#opened;
    const approved = { plan: '', options: choices, summary: this.#summary };
    await closeRunByStates(store, { ...record, approved }, { at: systemClock.now(), isStopped });
  }
}

function addSummaries(left: PlanSummary, right: PlanSummary): PlanSummary {
  const sums = Object.entries(left).map(([name, value]) => {
    const other: unknown = right[name as keyof PlanSummary];
    return [name, typeof value === 'number' && typeof other === 'number' ? value + other : value];
  });
  return Object.fromEntries(sums) as PlanSummary;
}

/** Records the end of runs whose process is dead, once no account of them is left unfinished. */
export async function closeDeadRuns({ ports, session }: OpenedStation): Promise<void> {
  const { store } = ports;
  for (const { run, isWorking } of await listOpenRuns(store, session.isGone)) {
    if (isWorking || run.command !== 'apply' || run.rollout !== undefined) continue;
    const { begun, failed } = await countAccounts(store, run.id);
    if (begun + failed > 0) continue;
    await closeRunByStates(store, run, { at: systemClock.now(), isStopped: true });
    await store.removeHolder(run.holder);
  }
}
