import type { LayerValue, UsedName } from '../../engine/validate/layers/list-origins.ts';
import type { Address } from '../../model/address.ts';
import type { Owner } from '../../model/desired/scope/ownership.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Comparison } from '../../model/diff/disposition.ts';
import type { HoldingPin } from '../../model/manifest/revision-finder.ts';
import type { ShownValue } from '../../model/plan/change.ts';

/** A value of an account: who set it, and what the service has. */
export type Explanation = {
  readonly address: Address;
  readonly environment: string;
  /** The value after all layers and placeholders; absent: no layer manages it. */
  readonly value?: unknown;
  /** The layer that it comes from; without a value, the null or the condition that takes it away. */
  readonly from: LayerValue | null;
  /** The layers that have a value; the last one counts. */
  readonly layers: readonly LayerValue[];
  readonly uses: readonly UsedName[];
  /** The values below the address, of an object or a map. */
  readonly parts: readonly ExplainedPart[];
  readonly field: ExplainedField | null;
  /** The pin that holds the account; null without one. */
  readonly pin: HoldingPin | null;
  /** The reasons why the service was not read. */
  readonly diagnostics: readonly Diagnostic[];
};

/** A value below the address that was asked for, and the layer that it comes from. */
export type ExplainedPart = {
  readonly path: string;
  readonly value: unknown;
  readonly from: LayerValue;
};

/** A field in state and service. */
export type ExplainedField = {
  readonly path: string;
  readonly owner: Owner;
  readonly comparison: Comparison | null;
  readonly lastApplied: ShownValue;
  readonly live: ShownValue;
  /** Value at the last apply, adoption or acceptance, if nothing manages it. */
  readonly baseline?: ShownValue;
};
