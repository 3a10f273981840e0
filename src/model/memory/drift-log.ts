import type { DatedDrift, DriftObservation } from './drift-note.ts';
import type { DriftRun } from './drift-run.ts';

/** What runs of drift noted. */
export interface DriftLogReader {
  /** The newest first; `fleetOnly` leaves out those that looked at a selection. */
  listDriftRuns(asked: {
    readonly limit: number;
    readonly fleetOnly: boolean;
  }): Promise<readonly DriftRun[]>;
}

/**
 * What drift may write beside its report. Nothing of it says what is ours, what we wrote or what was begun, and no
 * command goes by it: where it is lost, dates are.
 */
export interface DriftLog extends DriftLogReader {
  /** The accounts of which drift is noted, each with the run that noted it. */
  listObserved(): Promise<ReadonlyMap<string, string>>;
  /** Notes what was seen of an account, and answers since when each item is known, in the order of the look. */
  recordObserved(look: DriftObservation): Promise<readonly DatedDrift[]>;
  /** Forgets what was seen of accounts that there are no more. */
  deleteObserved(accounts: readonly string[]): Promise<void>;
  /** Keeps a run, and lets the oldest go. */
  saveDriftRun(run: DriftRun): Promise<void>;
}

/** Why nothing can be noted: there is no store, or one that only a command that writes brings up to this version. */
export type DriftLogUnavailable = 'no-store' | 'earlier-store';
