import { OperationalError } from '../../kit/operational-error.ts';
import type { DriftLog } from '../../model/memory/drift-log.ts';
import type { ObservedDrift } from '../../model/memory/drift-note.ts';
import {
  type DriftRun,
  maxTrendPoints,
  type TrendPoint,
  toTrendPoint,
} from '../../model/memory/drift-run.ts';
import type { Clock } from '../../model/ports.ts';

/** What a run of drift notes, and what it knows of earlier ones. It never fails: without notes drift is as it is. */
export type DriftRecorder = {
  /** Since when each of an account's items is known, ISO UTC; null where nothing can be noted. */
  recordItems(
    account: string,
    items: readonly ObservedDrift[],
  ): Promise<readonly (string | null)[]>;
  /** Keeps the run. Answers the runs that looked at the whole fleet, the oldest first, with this one. */
  saveRun(run: DriftRun): Promise<readonly TrendPoint[]>;
};

/** What a run notes with. */
export type RecordingRun = {
  /** Its id. */
  readonly id: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Accounts that manifests have, selected or not: what is noted of others goes. */
  readonly keys: ReadonlySet<string>;
  /** Hears once why nothing more can be noted. */
  readonly giveUp: (why: OperationalError) => Promise<void>;
};

/** Begins to note; without a port for it nothing is. What was noted before is read first. */
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
      // Others fail for the same reason at the same time.
      const isFirst = port !== null;
      port = null;
      if (isFirst) await run.giveUp(error);
      return otherwise;
    }
  }
  const before = await attempt(new Map<string, string>(), (open) => open.listObserved());

  return {
    recordItems: async (account, items) => {
      const after = before.get(account) ?? null;
      if (items.length === 0 && after === null) return [];
      const look = { account, by: run.id, at: run.clock.now(), after, items };
      const nothing = items.map(() => null);
      return attempt<readonly (string | null)[]>(nothing, async (open) =>
        (await open.recordObserved(look)).map(({ since }) => since),
      );
    },
    saveRun: async (kept) => {
      const isFleet = kept.select.length === 0;
      const limit = maxTrendPoints - (isFleet ? 1 : 0);
      const earlier = await attempt([], (open) => open.listDriftRuns({ limit, fleetOnly: true }));
      await attempt(undefined, async (open) => {
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
