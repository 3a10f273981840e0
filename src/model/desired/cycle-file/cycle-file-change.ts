import type { Json } from '../../../kit/json/json.ts';
import type { MappingSlot } from '../mapping.ts';
import type { FileSource } from './cycle-file.ts';
import { isNonStructural } from './cycle-structure.ts';

/** One difference in meaning between two cycle files. Steps are called as the later file calls them. */
export type CycleFileChange =
  | { readonly kind: 'renamed'; readonly before: string; readonly after: string }
  | { readonly kind: 'step-added' | 'step-removed'; readonly step: string; readonly says: string }
  | { readonly kind: 'step-renamed'; readonly before: string; readonly after: string }
  /** Another method or connector does its work. */
  | {
      readonly kind: 'step-moved';
      readonly step: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'edge-added' | 'edge-removed'; readonly tail: string; readonly head: string }
  /** Another member of an edge, by the service's name. */
  | {
      readonly kind: 'edge-setting';
      readonly tail: string;
      readonly head: string;
      readonly name: string;
      readonly before: Json | null;
      readonly after: Json | null;
    }
  | {
      readonly kind: 'mapping';
      readonly step: string;
      readonly slot: MappingSlot;
      readonly target: string;
      /** Null if unmapped. */
      readonly before: FileSource | null;
      readonly after: FileSource | null;
    }
  /** Another member of a mapping, by the service's name. */
  | {
      readonly kind: 'mapping-setting';
      readonly step: string;
      readonly slot: MappingSlot;
      readonly target: string;
      readonly name: string;
      readonly before: Json | null;
      readonly after: Json | null;
    }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** Null where there is no such variable. */
      readonly before: FileVariableValue | null;
      readonly after: FileVariableValue | null;
    }
  /** A setting of the cycle, or of a step. */
  | {
      readonly kind: 'setting';
      readonly step: string | null;
      readonly name: string;
      readonly before: Json | null;
      readonly after: Json | null;
    }
  /** The connector describes the method of a step otherwise: other fields, or other words. */
  | { readonly kind: 'described'; readonly step: string }
  /** Layout only. */
  | { readonly kind: 'layout'; readonly step: string }
  /** Opaque parts; their differences are unreadable. */
  | { readonly kind: 'opaque'; readonly count: number };

export type FileVariableValue = { readonly value: string | null; readonly isSecret: boolean };

/**
 * Returns whether a change is structural: the service cannot make it in an existing cycle.
 * Mappings, variables, name, description and tags are writable; the plan reports other members of a
 * mapping. `toStructureDigest` covers the same.
 */
export function isStructural(change: CycleFileChange): boolean {
  switch (change.kind) {
    case 'renamed':
    case 'described':
    case 'layout':
    case 'opaque':
    case 'mapping-setting':
      return false;
    case 'mapping':
      return change.after === null ? false : change.after.kind === 'other';
    case 'variable':
      return change.before === null || change.after === null;
    case 'setting':
      return change.step !== null || !isNonStructural(change.name);
    default:
      return true;
  }
}

type SettingChange = Extract<
  CycleFileChange,
  { readonly kind: 'setting' | 'edge-setting' | 'mapping-setting' }
>;

/** Returns whether one member of the export differs, of the cycle or of a part of it. */
export function isSettingChange(change: CycleFileChange): change is SettingChange {
  return change.kind.endsWith('setting');
}
