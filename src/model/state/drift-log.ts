import type { DriftFinding } from '../plan/plan.ts';
import type { DatedDrift, DriftObservation } from './drift-note.ts';

/** A stored run of drift. */
export type DriftRun = {
  /** Sorts by time. */
  readonly id: string;
  /** ISO UTC. */
  readonly at: string;
  readonly commit: string | null;
  /** Options that narrowed it: `--select` as written, `--shard 2/8`, `--budget`; empty for the whole fleet. */
  readonly select: readonly string[];
} & DriftTally;

/** Counts of a drift report. */
export type DriftTally = {
  readonly accounts: number;
  readonly withDrift: number;
  readonly unread: number;
  readonly items: number;
  /** Earlier versions knew no unmanaged changes. */
  readonly byKind: Readonly<
    Record<Exclude<DriftFinding['kind'], 'unmanaged'>, number> & { readonly unmanaged?: number }
  >;
  readonly byMoved: Readonly<Record<DriftFinding['moved'], number>>;
};

/** A run over the whole fleet, as a point of a chart. */
export type TrendPoint = Pick<DriftRun, 'at' | 'commit'> & DriftTally;

/** Points of a trend that a report has. */
export const maxTrendPoints = 60;

/** Records of drift runs. */
export interface DriftLogReader {
  /** The newest first; `fleetOnly` excludes runs with a selection. */
  listDriftRuns(asked: {
    readonly limit: number;
    readonly fleetOnly: boolean;
  }): Promise<readonly DriftRun[]>;
}

/**
 * Records that drift writes besides its report. No command decides by them: without them only dates
 * are lost.
 */
export interface DriftLog extends DriftLogReader {
  /** The accounts that were looked at, each with the run that noted it last. */
  listObserved(): Promise<ReadonlyMap<string, string>>;
  /** Records the observation of an account, and returns since when each item exists, in order. */
  recordObserved(look: DriftObservation): Promise<readonly DatedDrift[]>;
  /** Records that a run looked at accounts, whatever it found. */
  saveLooks(run: string, accounts: readonly string[]): Promise<void>;
  /** Deletes observations of accounts that no longer exist. */
  deleteObserved(accounts: readonly string[]): Promise<void>;
  /** Keeps a run, and lets the oldest go. */
  saveDriftRun(run: DriftRun): Promise<void>;
}

/**
 * The reason why nothing can be recorded: no store, or one that only a writing command upgrades.
 */
export type DriftLogUnavailable = 'no-store' | 'earlier-store';

/** The point of a run. */
export function toTrendPoint({ id: _id, select: _select, ...point }: DriftRun): TrendPoint {
  return point;
}
