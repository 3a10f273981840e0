import { toFieldPath } from '../../../model/address.ts';
import type { MappingSlot } from '../../../model/desired/mapping.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { CycleDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import { isIgnore } from '../../../model/fields/field-value.ts';
import type { NamedStep } from '../../../model/live/cycle-shape.ts';
import type { RequiredMapping } from '../../../model/live/named-prerequisite.ts';

/** A required parameter or field that has no value after the plan. */
export type UnsetMapping = {
  readonly step: NamedStep;
  readonly mapping: RequiredMapping;
  /** The line of the manifest that ignores it; null if it has none. */
  readonly ignored: FieldDiff | null;
};

/**
 * Lists the required parameters and fields without a value after the plan: of a new cycle, in
 * neither its origin nor the manifest; of an existing one, by a line. Leaves out unknown ones.
 */
export function listUnset(cycle: CycleDiff): readonly UnsetMapping[] {
  // With the right name a value may be in its place.
  if (cycle.desired.unresolved.size > 0) return [];
  return listRequired(cycle).flatMap(({ step, mapping, field, isAmbiguous }): UnsetMapping[] => {
    if (isAmbiguous) return [];
    const isUnset =
      field === null
        ? cycle.live === null && mapping.item.initial === 'none'
        : isIgnore(field.desired.value) && isChanged(field) && !isOfFile(cycle, field);
    return isUnset ? [{ step, mapping, ignored: field }] : [];
  });
}

/** Returns whether each required parameter and field of a new cycle is known to have a value. */
export function hasAllRequired(cycle: CycleDiff): boolean {
  const { shape } = cycle.desired;
  if (cycle.live !== null || shape === null || !shape.steps.every(isShown)) return false;
  return listRequired(cycle).every(({ mapping, field, isAmbiguous }) => {
    if (isAmbiguous) return false;
    if (field === null) return mapping.item.initial === 'given';
    return isChanged(field) && hasValue(cycle, field);
  });
}

type Required = Pick<UnsetMapping, 'step' | 'mapping'> & {
  readonly field: FieldDiff | null;
  /** Another item of the list has its name: a line of the manifest is about neither. */
  readonly isAmbiguous: boolean;
};

function listRequired({ desired, fields }: CycleDiff): readonly Required[] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const slots: readonly MappingSlot[] = ['parameters', 'fields'];
  return (desired.shape?.steps ?? []).flatMap((step) =>
    slots.flatMap((slot) => {
      const required = step[slot].filter(({ isOptional }) => !isOptional);
      return required.map((item) => {
        const path = toFieldPath('steps', step.label, slot, item.name);
        const isAmbiguous = step[slot].some(({ id, name }) => name === item.name && id !== item.id);
        const mapping = { slot, item, path };
        return { step, mapping, field: byPath.get(path) ?? null, isAmbiguous };
      });
    }),
  );
}

// The origin names no value of a variable that it does not begin with.
function hasValue({ desired: { shape, fields } }: CycleDiff, field: FieldDiff): boolean {
  const { value: written } = field.desired;
  if (written.kind === 'secret') return true;
  const source = written.value;
  if (typeof source !== 'object' || source === null || !('kind' in source)) return false;
  if (source.kind === 'value') return source.value !== '';
  if (source.kind === 'option') return source.option !== '';
  if (source.kind !== 'variable') return source.kind === 'step' || source.kind === 'expression';
  const { variable } = source;
  if (fields.has(toFieldPath('variables', variable))) return true;
  return (
    shape?.variables.some(({ displayName, value }) => displayName === variable && value) === true
  );
}

// The number of an ignored mapping in an export is not proven (see `assumptions.ts`).
function isOfFile({ desired }: CycleDiff, { desired: { at } }: FieldDiff): boolean {
  const { source } = desired.bound;
  return source.kind === 'file' && at.file === source.loaded.path;
}

function isShown(step: NamedStep): boolean {
  return step.isShown === true;
}
