import type { LayerValue } from '../../../engine/validate/layers/list-origins.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ShownValue } from '../../../model/plan/change.ts';

/** Live value that a file adopts. */
export type AdoptedValue = {
  /** Address of the field. */
  readonly address: Address;
  /** File that it is written to. */
  readonly file: string;
  /** Layer of a row that holds it, and its place in the written file; absent for a manifest. */
  readonly into?: Pick<LayerValue, 'layer' | 'name' | 'at'>;
  /** Variable of the environment that holds it; absent for the manifest itself. */
  readonly variable?: string;
  /** Value that the file had. */
  readonly wanted: ShownValue;
  /** Value that was last applied, and its live value. */
  readonly before: ShownValue;
  readonly now: ShownValue;
};

/** Drift to adopt as edits of files, and the drift that cannot be. Not written yet. */
export type DriftAdoption = {
  readonly files: readonly TextChange[];
  readonly values: readonly AdoptedValue[];
  /** Drift that was not adopted, and why. */
  readonly diagnostics: readonly Diagnostic[];
  /** Observed accounts. */
  readonly accounts: number;
  /** Accounts that could not be read or adopted in full. */
  readonly incomplete: number;
  /** Other environments of a changed manifest, where the values apply too. */
  readonly alsoIn: readonly string[];
};
