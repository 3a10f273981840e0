import type { WritePorts } from '../../../app/ports/open-ports.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { PlanSummary } from '../../../model/plan/plan.ts';
import type { Watch } from '../../../model/state/shared/watch.ts';
import type { OpenedStation } from '../station.ts';
import { checkWindow } from './check-window.ts';
import {
  applyManifest,
  applyUnfinished,
  type Reason,
  type Reconciled,
} from './reconcile-account.ts';
import { SweepRun } from './sweep-run.ts';
import { UnfinishedRuns } from './unfinished-runs.ts';

/** Applies accounts in one sweep. */
export type Reconciler = {
  /**
   * Goes on with what a dead run left of an account. Its plan may be too old: then a new one has all that is left.
   */
  resume(entry: AccountEntry, stopping: AbortSignal): Promise<Resumed>;
  /** Applies an account, if its window is open and no person must approve it. */
  reconcile(entry: AccountEntry, stopping: AbortSignal): Promise<Reconciled>;
  /** Records the end of the sweep. */
  close(isStopped: boolean): Promise<void>;
};

/** Result of going on with a dead run; `saveReplaced` records that another plan took the place of its plan. */
export type Resumed = { readonly done: Reconciled; readonly saveReplaced?: () => Promise<void> };

/** Fewest accounts for the check of maxChangedPercent, as for a plan. */
const fewAccounts = 10;

/** Opens what applies the accounts of a station in a sweep. */
export function openReconciler(
  station: OpenedStation,
  { ports, watch }: { readonly ports: WritePorts; readonly watch: Pick<Watch, 'saveChange'> },
  sweep: string,
): Reconciler {
  const run = new SweepRun(station, sweep);
  const unfinished = new UnfinishedRuns(station);
  const open = (entry: AccountEntry, stopping: AbortSignal) => ({
    ...{ station, ports, entry, run },
    isStopping: () => stopping.aborted,
    reserve: (summary: PlanSummary) => reserve(station, { watch, entry, summary }),
  });
  return {
    resume: async (entry, stopping) => {
      const left = await unfinished.find(entry.key);
      if (left === null) return { done: { kind: 'nothing' } };
      const done = await applyUnfinished(open(entry, stopping), left);
      if (done.kind !== 'failed') return { done };
      const replaced = { ...left.pending, state: 'refused' } as const;
      return { done, saveReplaced: () => ports.store.saveRunAccounts(left.run.id, [replaced]) };
    },
    reconcile: async (entry, stopping) => {
      const closed = await checkWindow(station, entry);
      if (closed === null) return applyManifest(open(entry, stopping));
      const summary = `The maintenance window of ${entry.key} opens at ${closed.opensAt}`;
      return { kind: 'held', why: { summary }, againMs: closed.waitMs };
    },
    close: (isStopped) => run.close(isStopped),
  };
}

// Accounts that exist and are changed, as protect.maxChangedPercent counts them in a plan.
async function reserve(
  { entries, ports }: OpenedStation,
  {
    watch,
    entry,
    summary,
  }: {
    readonly watch: Pick<Watch, 'saveChange'>;
    readonly entry: AccountEntry;
    readonly summary: PlanSummary;
  },
): Promise<Reason | null> {
  const { maxChangedPercent } = ports.environment.protect;
  if (summary.existingChanged === 0 || entries.size < fewAccounts) return null;
  const most = Math.floor((entries.size * maxChangedPercent) / 100);
  if (await watch.saveChange(entry.key, most)) return null;
  return {
    summary: `The controller has changed ${most} of ${entries.size} accounts within a day, and this environment allows ${maxChangedPercent} %`,
    remedy:
      'Review the plan of the others and apply it, roll the change out in waves, or raise protect.maxChangedPercent.',
  };
}
