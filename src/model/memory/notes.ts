import type { SeenLook, SeenNote } from './drift-note.ts';
import type { DriftRun } from './drift-run.ts';

/** What runs of drift noted. */
export interface NotesReader {
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
export interface Notes extends NotesReader {
  /** The accounts of which drift is noted, each with the run that noted it. */
  listSeen(): Promise<ReadonlyMap<string, string>>;
  /** Notes what was seen of an account, and answers since when each item is known, in the order of the look. */
  noteSeen(look: SeenLook): Promise<readonly SeenNote[]>;
  /** Forgets what was seen of accounts that there are no more. */
  dropSeen(accounts: readonly string[]): Promise<void>;
  /** Keeps a run, and lets the oldest go. */
  keepDriftRun(run: DriftRun): Promise<void>;
}

/** Why nothing can be noted: there is no store, or one that only a command that writes brings up to this version. */
export type NotesLack = 'no-store' | 'earlier-store';
