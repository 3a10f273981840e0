import type { Address, FieldPath } from '../address.ts';
import type { ShownValue } from '../plan/change.ts';
import type { ObjectRecord } from './account-state.ts';

/** One field of an object from all sides, as people may see it. */
export type FieldSides = {
  readonly path: FieldPath;
  readonly wanted: ShownValue;
  readonly applied: ShownValue;
  readonly live: ShownValue;
};

/** A desired object beside its live one. */
export type ObjectSides = {
  readonly isLive: boolean;
  /** The live object has another origin than the manifest: it is to be replaced. */
  readonly isReplaced?: true;
  readonly fields: readonly FieldSides[];
  /** Names that a mapping of a cycle may be written for. */
  readonly steps: readonly {
    readonly step: string;
    readonly parameters: readonly string[];
    readonly fields: readonly string[];
    /** Only of a step that is called from outside: its address, null where the service does not show it. */
    readonly webhook?: string | null;
  }[];
};

/** One object in `state`: its record, and on request its live state. */
export type StateObject = {
  readonly address: Address;
  /** Null: the state has no record. */
  readonly record: ObjectRecord | null;
  /** Null: not read. */
  readonly sides: ObjectSides | 'not-in-manifest' | null;
};
