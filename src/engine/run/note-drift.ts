import { Trouble } from '../../kit/trouble.ts';
import type { SeenDrift } from '../../model/memory/drift-note.ts';
import {
  type DriftRun,
  mostTrendPoints,
  type TrendPoint,
  toTrendPoint,
} from '../../model/memory/drift-run.ts';
import type { Notes } from '../../model/memory/notes.ts';
import type { Clock } from '../../model/ports.ts';

/** What a run of drift notes, and what it knows of earlier ones. It never fails: without notes drift is as it is. */
export type DriftNotes = {
  /** Since when each of an account's items is known, ISO UTC; null where nothing can be noted. */
  noteItems(account: string, items: readonly SeenDrift[]): Promise<readonly (string | null)[]>;
  /** Keeps the run. Answers the runs that looked at the whole fleet, the oldest first, with this one. */
  keepRun(run: DriftRun): Promise<readonly TrendPoint[]>;
};

/** What a run notes with. */
export type NotingRun = {
  /** Its id. */
  readonly id: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Accounts that manifests have, selected or not: what is noted of others goes. */
  readonly keys: ReadonlySet<string>;
  /** Hears once why nothing more can be noted. */
  readonly giveUp: (why: Trouble) => Promise<void>;
};

/** Begins to note; without a port for it nothing is. What was noted before is read first. */
export async function beginNotes(notes: Notes | null, run: NotingRun): Promise<DriftNotes> {
  let port = notes;
  async function attempt<T>(otherwise: T, work: (port: Notes) => Promise<T>): Promise<T> {
    if (port === null) return otherwise;
    try {
      return await work(port);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      // Others fail for the same reason at the same time.
      const isFirst = port !== null;
      port = null;
      if (isFirst) await run.giveUp(error);
      return otherwise;
    }
  }
  const before = await attempt(new Map<string, string>(), (open) => open.listSeen());

  return {
    noteItems: async (account, items) => {
      const after = before.get(account) ?? null;
      if (items.length === 0 && after === null) return [];
      const look = { account, by: run.id, at: run.clock.now(), after, items };
      const nothing = items.map(() => null);
      return attempt<readonly (string | null)[]>(nothing, async (open) =>
        (await open.noteSeen(look)).map(({ since }) => since),
      );
    },
    keepRun: async (kept) => {
      const isFleet = kept.select.length === 0;
      const limit = mostTrendPoints - (isFleet ? 1 : 0);
      const earlier = await attempt([], (open) => open.listDriftRuns({ limit, fleetOnly: true }));
      await attempt(undefined, async (open) => {
        const left = [...before.keys()].filter((key) => !run.keys.has(key));
        if (isFleet && left.length > 0) await open.dropSeen(left);
        await open.keepDriftRun(kept);
      });
      return [...earlier]
        .reverse()
        .concat(isFleet ? [kept] : [])
        .map(toTrendPoint);
    },
  };
}
