import { type FieldPath, toFieldPath } from '../address.ts';
import type { MappingSlot } from '../desired/mapping.ts';
import type { CycleShape, NamedStep } from './cycle-shape.ts';
import type { NamedItem, Prerequisite } from './live.ts';

/** A missing prerequisite, with the names of its parts of the cycle. */
export type NamedPrerequisite = {
  readonly prerequisite: Prerequisite;
  /** Null if it is about no step. */
  readonly step: NamedStep | null;
  /** Null if it is about no parameter or field. */
  readonly mapping: RequiredMapping | null;
};

/** A parameter or field that must have a value. */
export type RequiredMapping = {
  readonly slot: MappingSlot;
  readonly item: NamedItem;
  readonly path: FieldPath;
};

/**
 * Resolves the names. A known word of the service separates ids of parameters from those of fields.
 */
export function toNamedPrerequisite(
  prerequisite: Prerequisite,
  { steps }: CycleShape,
): NamedPrerequisite {
  const { objectType, objectId, step: own } = prerequisite;
  for (const step of steps) {
    if (own !== undefined && step.id !== own) continue;
    if (step.id === objectId) return { prerequisite, step, mapping: null };
    for (const slot of slotsOf.get(objectType) ?? allSlots) {
      const item = step[slot].find(({ id }) => id === objectId);
      if (item === undefined) continue;
      const path = toFieldPath('steps', step.label, slot, item.name);
      return { prerequisite, step, mapping: { slot, item, path } };
    }
    if (own !== undefined) return { prerequisite, step, mapping: null };
  }
  return { prerequisite, step: null, mapping: null };
}

const allSlots: readonly MappingSlot[] = ['parameters', 'fields'];

/** By ObjectType (SERVICE B [D]). */
const slotsOf: ReadonlyMap<string, readonly MappingSlot[]> = new Map([
  ['AccountConnector', []],
  ['Action', []],
  ['Parameter', ['parameters']],
  ['ConnectorFieldMapping', ['fields']],
]);
