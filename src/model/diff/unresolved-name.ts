import type { Refusal } from '../diagnostic/diagnostic.ts';

/** A name that a manifest uses and the service does not have, or has more than once. */
export type UnknownName = {
  readonly thing:
    | 'step'
    | 'parameter'
    | 'request field'
    | 'response field'
    | 'variable'
    | 'slot'
    | 'property'
    | 'template';
  readonly name: string;
  /** The step that lacks the name; null if the cycle or the connector lacks it. */
  readonly step: string | null;
  readonly isSeveral: boolean;
  /** Names that are there and may be meant, nearest first. */
  readonly near: readonly string[];
};

/** The remedy for a variable that a cycle no longer has, because no apply creates one. */
export const goneVariableRemedy = 'Add it in the console, or remove it from the manifest.';

/** A name that keeps a field from being written, and mostly from being there at all. */
export type UnresolvedName = {
  readonly lost: UnknownName;
  /** The field exists, but its source does not. */
  readonly isSource?: true;
  /** The service does not show which one is meant, so that the field is unreadable. */
  readonly isHidden?: true;
  /** The reason why the account is not planned. */
  readonly diagnostic: Refusal;
};
