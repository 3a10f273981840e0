import type { ObjectKind } from '../address.ts';
import type { LiveAccount, LiveCycle } from '../live/live.ts';

/** How two sides are made comparable before they are compared. */
export type Normaliser =
  | 'as-it-is'
  /** The service may answer `""` for a field that was never set or was cleared. */
  | 'empty-is-null'
  /** The service prepends `https://` to an address without a scheme (SERVICE A.1 [T]). */
  | 'web-address'
  /** An unmapped field reads as Ignore (SERVICE L [Q2][Q3]); both look the same. */
  | 'ignored-is-null'
  /** A set: without order and repetition. */
  | 'set';

/** The effect of a change of the field on an existing object. */
export type OnChange = 'in-place' | 'interrupts' | 'replaces' | 'refused';

/** One manifest path with its properties. `*` is any one name. */
export type FieldRow = {
  readonly kind: ObjectKind;
  readonly path: string;
  /** Names on the wire, as the service writes them. */
  readonly wire: readonly string[];
  /** The property of LiveAccount and AccountWrite, or LiveCycle and CycleWrite, that carries it. */
  readonly property: (keyof LiveAccount & string) | (keyof LiveCycle & string) | null;
  /** `depends`: the service may hide it; an assumption with a switch in the emulator. */
  readonly readable: 'yes' | 'depends' | 'no';
  readonly writable: 'always' | 'at-creation';
  /** How `null` is sent; `no` where a manifest cannot clear it. */
  readonly clear: 'null' | 'disabled' | 'no';
  readonly normaliser: Normaliser;
  /** Paths that must travel in the same request. */
  readonly needsWith: readonly string[];
  readonly onChange: OnChange;
  /** The third: if the manifest has a reference; the fourth: also if the catalog marks it. */
  readonly sensitive: 'no' | 'always' | 'by-reference' | 'by-catalogue';
  /** The way to write it by SPEC.txt alone: at any time, only at creation, or none. */
  readonly contract: 'documented' | 'at-creation' | 'full';
  /** Where the facts are from: SPEC part or SERVICE section with its mark. */
  readonly source: string;
};

/** A field without peculiarities. */
export const plainField = {
  property: null,
  readable: 'yes',
  writable: 'always',
  clear: 'no',
  normaliser: 'as-it-is',
  needsWith: [],
  onChange: 'in-place',
  sensitive: 'no',
  contract: 'full',
} as const;
