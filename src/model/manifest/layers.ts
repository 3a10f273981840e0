import type { Blueprint, Patch, WrittenPatch } from './blueprint.ts';
import type { ManifestDocument } from './manifest-document.ts';

/** Origins of an account's settings; a later one wins. */
export type LayerKind = 'blueprint' | 'environment' | 'segment' | 'row' | 'file' | 'override';

/** A part of an account's settings, and where it is written. */
export type Layer = {
  readonly kind: LayerKind;
  /** Name of the blueprint, environment, segment or account. */
  readonly name: string;
  /** Reason for which an account has it: labels of a segment, the words of an override. */
  readonly why?: string;
  readonly document: ManifestDocument<unknown>;
  /** Pointer of the settings in the document. */
  readonly pointer: string;
  readonly patch: Patch;
  /** Pointer of the values of inputs in the document. */
  readonly inputsPointer: string;
  readonly inputs: Readonly<Record<string, unknown>>;
};

/** Settings of a fleet for the accounts that have some labels. */
export type Segment = {
  readonly name: string;
  readonly match: Readonly<Record<string, string>>;
  readonly pointer: string;
  readonly set: WrittenPatch;
};

/** Settings of a fleet for one account, with the reason and its owner. */
export type Override = {
  readonly account: string;
  readonly reason: string;
  readonly owner: string;
  /** Date after which it is reported. */
  readonly until?: string;
  readonly set: WrittenPatch;
};

/** An override and its pointer. */
export type PlacedOverride = Override & { readonly pointer: string };

/** A document of kind Fleet. */
export type WrittenFleet = {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly blueprint: string;
    readonly tables: readonly string[];
    /** Days until an account that is leaving is due to be destroyed. */
    readonly graceDays?: number;
    readonly segments?: Readonly<
      Record<
        string,
        { readonly match: Readonly<Record<string, string>>; readonly set: WrittenPatch }
      >
    >;
    readonly overrides?: readonly Override[];
  };
};

/** A valid fleet. */
export type Fleet = {
  readonly name: string;
  /** Reason for which an account has it: labels of a segment, the words of an override. */
  readonly why?: string;
  readonly document: ManifestDocument<WrittenFleet>;
  readonly blueprint: Blueprint;
  readonly segments: readonly Segment[];
  /** Overrides by account, with their pointers. */
  readonly overrides: ReadonlyMap<string, PlacedOverride>;
};

/** Layers of an account besides its own file or row. */
export type Layering = {
  readonly blueprint: Blueprint;
  /** Null for an account that has a file. */
  readonly fleet: Fleet | null;
};
