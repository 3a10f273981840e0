import type { Refusal } from '../diagnostic/code-stops.ts';

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
  /** The step that should have it; null for what the cycle or the connector should have. */
  readonly step: string | null;
  readonly isSeveral: boolean;
  /** Names that are there and may be meant, nearest first. */
  readonly near: readonly string[];
};

/** A name that keeps a field from being written, and mostly from being there at all. */
export type UnresolvedName = {
  readonly lost: UnknownName;
  /** The field itself is there: what it takes its value from is not. */
  readonly isSource?: true;
  /** The service does not show which of several is meant: nothing of the field can be read. */
  readonly isHidden?: true;
  /** Says why the account is not planned. */
  readonly diagnostic: Refusal;
};
