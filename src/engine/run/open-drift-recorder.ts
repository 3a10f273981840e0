import { OperationalError } from '../../kit/operational-error.ts';
import type { Clock } from '../../model/ports.ts';
import {
  type DriftLog,
  type DriftRun,
  maxTrendPoints,
  type TrendPoint,
  toTrendPoint,
} from '../../model/state/drift-log.ts';
import type { ObservedDrift } from '../../model/state/drift-note.ts';

/** Records drift over time. It never fails, because drift is reported without records too. */
export type DriftRecorder = {
  /** Time since when each item of an account is known, ISO UTC; null if it cannot be recorded. */
  recordItems(
    account: string,
    items: readonly ObservedDrift[],
  ): Promise<readonly (string | null)[]>;
  /** Id of the run that last looked at each account, before this one. */
  readonly lastLooks: ReadonlyMap<string, string>;
  /** Saves the run and the accounts that it looked at. Returns the runs over the whole fleet, oldest first, with this one. */
  saveRun(run: DriftRun, looked: readonly string[]): Promise<readonly TrendPoint[]>;
};

export type RecordingRun = {
  readonly id: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Accounts of all manifests, selected or not; records of others are deleted. */
  readonly keys: ReadonlySet<string>;
  /** Called once with the reason why recording stopped. */
  readonly giveUp: (why: OperationalError) => Promise<void>;
};

/** Opens the recorder after reading earlier records; without a port it records nothing. */
export async function openDriftRecorder(
  notes: DriftLog | null,
  run: RecordingRun,
): Promise<DriftRecorder> {
  let port = notes;
  async function attempt<T>(otherwise: T, work: (port: DriftLog) => Promise<T>): Promise<T> {
    if (port === null) return otherwise;
    try {
      return await work(port);
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      // Concurrent accounts fail for the same reason, which is reported once.
      const isFirst = port !== null;
      port = null;
      if (isFirst) await run.giveUp(error);
      return otherwise;
    }
  }
  const before = await attempt(new Map<string, string>(), (open) => open.listObserved());

  return {
    lastLooks: before,
    recordItems: async (account, items) => {
      const after = before.get(account) ?? null;
      if (items.length === 0 && after === null) return [];
      const look = { account, by: run.id, at: run.clock.now(), after, items };
      const nothing = items.map(() => null);
      return attempt<readonly (string | null)[]>(nothing, async (open) =>
        (await open.recordObserved(look)).map(({ since }) => since),
      );
    },
    saveRun: async (kept, looked) => {
      const isFleet = kept.select.length === 0;
      const limit = maxTrendPoints - (isFleet ? 1 : 0);
      const earlier = await attempt([], (open) => open.listDriftRuns({ limit, fleetOnly: true }));
      await attempt(undefined, async (open) => {
        await open.saveLooks(kept.id, looked);
        const left = [...before.keys()].filter((key) => !run.keys.has(key));
        if (isFleet && left.length > 0) await open.deleteObserved(left);
        await open.saveDriftRun(kept);
      });
      return [...earlier]
        .reverse()
        .concat(isFleet ? [kept] : [])
        .map(toTrendPoint);
    },
  };
}
