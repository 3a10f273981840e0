import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { FileEdit } from '../../../model/manifest/manifest-files.ts';
import type { ShownValue } from '../../../model/plan/change.ts';

/** A value of the service that a file takes over. */
export type AdoptedValue = {
  /** Of the field. */
  readonly address: Address;
  /** Where it is written now. */
  readonly file: string;
  /** The variable of the environment that says it; absent where the manifest itself does. */
  readonly variable?: string;
  /** What the file said until now. */
  readonly wanted: ShownValue;
  /** What we last applied, and what somebody has made of it. */
  readonly before: ShownValue;
  readonly now: ShownValue;
};

/** What of drift becomes what Git says, as edits of files, and what of it cannot. Nothing is written yet. */
export type DriftAdoption = {
  readonly files: readonly FileEdit[];
  readonly values: readonly AdoptedValue[];
  /** What was not taken over, and why. */
  readonly diagnostics: readonly Diagnostic[];
  /** Accounts that were looked at. */
  readonly accounts: number;
  /** Accounts that could not be looked at, or of which something was not taken over. */
  readonly incomplete: number;
  /** Other environments that a manifest which changes is for: what was written is wanted there too. */
  readonly alsoIn: readonly string[];
};
