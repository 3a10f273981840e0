import type { MaintenanceWindow } from '../desired/maintenance-window.ts';
import type { Blueprint, Patch, WrittenPatch } from './blueprint.ts';
import type { ManifestDocument } from './manifest-document.ts';
import type { Table, TableRow } from './table.ts';

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
  /** The fleet as it is written, or as it was in the revision that the account is on. */
  readonly document: ManifestDocument<unknown>;
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

/** The revision that an account is held on, with the reason and its owner. */
export type Pin = {
  /** First digits of its digest. */
  readonly revision: string;
  readonly reason: string;
  readonly owner: string;
  /** Last day in UTC on which it holds, `2026-12-31`. */
  readonly until: string;
  /** The one environment that it is for; absent: all. */
  readonly environment?: string;
};

/** Returns whether a pin is for an environment. */
export function isPinFor({ environment }: Pin, name: string): boolean {
  return environment === undefined || environment === name;
}

/** A pin with its account and its pointer. */
export type PlacedPin = Pin & { readonly account: string; readonly pointer: string };

/** An entry of the overrides of a fleet: settings with their reason and owner, a pin, or both. */
export type WrittenOverride = Partial<Override> & {
  readonly account: string;
  readonly pin?: Pin;
};

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
    readonly overrides?: readonly WrittenOverride[];
    readonly rollout?: WrittenRollout;
  };
};

/** A wave as a fleet names it: one of `select`, `count` and `percent`. */
export type WrittenWave = {
  readonly name: string;
  /** Accounts by name or label, as in `--select`. */
  readonly select?: string;
  readonly count?: number;
  /** Percent of the accounts that the rollout changes. */
  readonly percent?: number;
};

/** How changes of what the accounts have in common reach them. */
export type WrittenRollout = {
  readonly waves: readonly WrittenWave[];
  /** Most failed accounts of a wave: a number, or a percentage such as `2%`. */
  readonly budget?: number | string;
  /** After more failed accounts than the budget: no further wave, or all accounts are brought back. */
  readonly onFailure?: 'stop' | 'undo';
  readonly gate?: WrittenGate;
  readonly windows?: readonly MaintenanceWindow[];
};

/** Conditions that a wave must meet before the next one is admitted. */
export type WrittenGate = {
  /** Part of the accounts that must have run: `80%`. */
  readonly evidence?: string;
  /** Duration until a person is asked: `26h`. */
  readonly within?: string;
  readonly errors?: 'noMoreThanBefore';
  readonly checks?: boolean;
  readonly approval?: 'required';
};

/** The name of the last wave: accounts that no other wave has. */
export const restWave = 'rest';

/** Name of the wave of rows that came after the opening. */
export const lateWave = 'later';

/** Names that no written wave can have. */
export const ownWaves = [restWave, lateWave] as const;

/** A valid fleet. */
export type Fleet = {
  readonly name: string;
  readonly document: ManifestDocument<WrittenFleet>;
  readonly blueprint: Blueprint;
  readonly segments: readonly Segment[];
  /** Overrides by account, with their pointers. */
  readonly overrides: ReadonlyMap<string, PlacedOverride>;
  /** Pins by account, over or not. */
  readonly pins: ReadonlyMap<string, PlacedPin>;
};

/** Layers of an account besides its own file or row. */
export type Layering = {
  readonly blueprint: Blueprint;
  /** Null for an account that has a file. */
  readonly fleet: Fleet | null;
  /** Its row; absent for an account that has a file. */
  readonly row?: PlacedRow;
};

/** A row and its table; `documentIndex` is its number in it, from 0. */
export type PlacedRow = {
  readonly table: Table;
  readonly row: TableRow;
  readonly documentIndex: number;
};
