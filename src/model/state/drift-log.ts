import type { DatedDrift, DriftObservation } from './drift-note.ts';
import type { DriftRun } from './drift-run.ts';

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
  /** The accounts of which drift is noted, each with the run that noted it. */
  listObserved(): Promise<ReadonlyMap<string, string>>;
  /** Records the observation of an account, and returns since when each item exists, in order. */
  recordObserved(look: DriftObservation): Promise<readonly DatedDrift[]>;
  /** Deletes observations of accounts that no longer exist. */
  deleteObserved(accounts: readonly string[]): Promise<void>;
  /** Keeps a run, and lets the oldest go. */
  saveDriftRun(run: DriftRun): Promise<void>;
}

/**
 * The reason why nothing can be recorded: no store, or one that only a writing command upgrades.
 */
export type DriftLogUnavailable = 'no-store' | 'earlier-store';
