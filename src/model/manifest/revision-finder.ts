import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Files } from '../ports.ts';
import type { RevisionDigest } from '../state/revision.ts';
import type { Fleet } from './layers.ts';
import type { AccountEntry, RawDocument } from './manifest.ts';
import type { KnownEnvironments } from './variable.ts';

/** The manifest of an account on an earlier revision; null if it has mistakes there. */
export type AdmittedDocument = {
  readonly document: RawDocument | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The project with the cycle files of the revision. */
  readonly files: Files;
};

/** Finds the revisions that accounts are on; without a rollout of their fleet it is the newest. */
export type RevisionFinder = {
  /** The revision that an account was admitted to; null without one. */
  findDigest(entry: AccountEntry): RevisionDigest | null;
  /** Returns whether an account waits for its first rollout. */
  isWaiting(entry: AccountEntry): boolean;
  /** The revision of a fleet as it is written now. */
  readNewest(fleet: Fleet): Promise<RevisionDigest>;
  /** The manifest of an account on its revision; null if that is the newest. */
  findAdmitted(
    entry: AccountEntry,
    environments: KnownEnvironments,
  ): Promise<AdmittedDocument | null>;
};
