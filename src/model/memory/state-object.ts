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

/** An object as the manifest wants it next to what is there. */
export type ObjectSides = {
  readonly isLive: boolean;
  /** What is there is not made from what the manifest names: another one is to take its place. */
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

/** What is shown of one object: what we remember, and when it was asked for what is there. */
export type StateObject = {
  readonly address: Address;
  /** Null: nothing is remembered of it. */
  readonly record: ObjectRecord | null;
  /** Null: it was not looked at. */
  readonly sides: ObjectSides | 'not-in-manifest' | null;
};
