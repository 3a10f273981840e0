import type { LiveAccount, LiveConnector, LiveCycle, TemplateItem, TemplateShape } from './live.ts';
import type { CycleDetails } from './reading.ts';

/** All of an account that a manifest can manage and the service shows. */
export type WholeAccount = {
  readonly account: LiveAccount;
  readonly connectors: readonly LiveConnector[];
  readonly cycles: readonly WholeCycle[];
};

/** A cycle with the mappings of all its steps. */
export type WholeCycle = {
  readonly live: LiveCycle;
  readonly reading: CycleDetails;
  /** Its template; null if it has none, or none that the service lists. */
  readonly template: TemplateItem | null;
  /** The shape that the template gives its cycles; null if unknown. */
  readonly shape: TemplateShape | null;
};
