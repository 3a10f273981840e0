import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Files } from '../ports.ts';
import type { Admissions, RevisionDigest } from '../state/revision.ts';
import type { Fleet, PlacedPin } from './layers.ts';
import type { AccountEntry, RawDocument } from './manifest.ts';
import type { KnownEnvironments } from './variable.ts';

/** The manifest of an account on an earlier revision; null if it has mistakes there. */
export type AdmittedDocument = {
  readonly document: RawDocument | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The project with the cycle files of the revision. */
  readonly files: Files;
};

/** A pin that holds, and the revisions of its fleet in the store that begin with its digits. */
export type HoldingPin = {
  readonly fleet: Fleet;
  readonly pin: PlacedPin;
  readonly found: readonly RevisionDigest[];
};

/** Finds the revisions that accounts are on; without a rollout of their fleet and a pin it is the newest. */
export type RevisionFinder = {
  /** The pin that holds an account; null without one. */
  findPin(entry: AccountEntry): HoldingPin | null;
  /** The revision that a pin names, or that an account was admitted to; null without one. */
  findDigest(entry: AccountEntry): RevisionDigest | null;
  /** The revision that a rollout or a pin has an account on; null if it is on the newest whatever is recorded. */
  findHeld(entry: AccountEntry): RevisionDigest | null;
  /** The revision that an account was admitted to, whatever a pin says. */
  findRecorded(entry: AccountEntry): RevisionDigest | null;
  /** Returns whether an account waits for its first rollout. */
  isWaiting(entry: AccountEntry): boolean;
  /**
   * Reads what is recorded of an account now, which counts from here. Returns whether a rollout brought it to
   * another revision than was known.
   */
  readAgain(entry: AccountEntry): Promise<boolean>;
  /** The revision of a fleet as it is written now. */
  readNewest(fleet: Fleet): Promise<RevisionDigest>;
  /** The same as if accounts were admitted to other revisions; pins hold all the same. */
  withAdmissions(admissions: Admissions): RevisionFinder;
  /** The manifest of an account on its revision; null if that is the newest. */
  findAdmitted(
    entry: AccountEntry,
    environments: KnownEnvironments,
  ): Promise<AdmittedDocument | null>;
};
