import type { ObjectKind } from '../address.ts';
import type { LiveAccount, LiveCycle } from '../live/live.ts';

/** How two sides are made comparable before they are compared. */
export type Normaliser =
  | 'as-it-is'
  /** The service may answer `""` for what was never set or was cleared. */
  | 'empty-is-null'
  /** The service prepends `https://` to an address without a scheme (SERVICE A.1 [T]). */
  | 'web-address'
  /** A field that was never mapped reads as Ignore (SERVICE L [Q2][Q3]): nothing tells the two apart. */
  | 'ignored-is-null'
  /** A set: order and repetition mean nothing. */
  | 'set';

/** What a change of the field does to what exists. */
export type OnChange = 'in-place' | 'interrupts' | 'replaces' | 'refused';

/** One manifest path and all that the rooms must know of it. `*` stands for any one name. */
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
  /** Whether a running cycle is paused for it; see ENGINE, pause windows. */
  readonly needsPause: boolean;
  readonly onChange: OnChange;
  /** `by-reference`: where the manifest writes a reference; `by-catalogue`: also where the catalogue says so. */
  readonly sensitive: 'no' | 'always' | 'by-reference' | 'by-catalogue';
  /** Whether SPEC.txt alone has a way to write it: at any time, only with what makes the object, or none. */
  readonly contract: 'documented' | 'at-creation' | 'full';
  /** Where the facts are from: SPEC part or SERVICE section with its mark. */
  readonly source: string;
};
