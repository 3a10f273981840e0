import { hasIdReference, listReferences } from '../../../../model/desired/expression.ts';
import type { KnownSource, MappingSource } from '../../../../model/desired/mapping.ts';
import type { CycleShape, NamedStep } from '../../../../model/live/cycle-shape.ts';
import { findStep, findTarget, findVariable } from '../../../../model/live/cycle-shape.ts';
import type { LiveMapping } from '../../../../model/live/live.ts';
import type { WrittenMapping } from '../../../../model/manifest/manifest.generated.ts';
import { formatName } from './manifest-notes.ts';

/** Formats a source without a secret as in a manifest. */
export function toWrittenSource(source: KnownSource): WrittenMapping {
  switch (source.kind) {
    case 'value':
      return source.value;
    case 'step':
      return { step: source.step, field: source.field };
    case 'variable':
      return { variable: source.variable };
    case 'option':
      return { option: source.option };
    case 'lookup': {
      const { value, label } = source;
      return { lookup: { value, ...(label === undefined ? {} : { label }) } };
    }
    case 'expression':
      return { expression: source.expression };
    case 'ignore':
      return { ignore: true };
  }
}

/** Explains why a mapping has no expression by names; null when it has one. */
export function checkSource(
  source: MappingSource,
  { mapping, shape }: { readonly mapping: LiveMapping; readonly shape: CycleShape },
): string | null {
  if (source.kind === 'unknown')
    return `its type ${formatName(source.type)} is not one that a manifest can express`;
  if (source.kind === 'variable') return checkVariable(source.variable, shape);
  if (source.kind === 'step') {
    return (
      checkReference(source, shape) ??
      (isSameSource(source, { mapping, shape }) ? null : formatUnknown(source))
    );
  }
  if (source.kind !== 'expression' && source.kind !== 'value') return null;
  // Refuses text that looks like a reference, because a manifest would read it as one.
  if (listReferences(mapping.value ?? '').length > 0) {
    return 'its text looks like a reference to a step';
  }
  if (source.kind === 'value') return null;
  if (hasIdReference(source.expression)) return 'it reads a step or field by unknown ids';
  const checked = listReferences(source.expression).map((each) => checkReference(each, shape));
  return checked.find((each) => each !== null) ?? null;
}

/** Checks that a label identifies a step uniquely. */
export function isNamed(step: NamedStep, shape: CycleShape): boolean {
  const found = findStep(shape, step.label);
  return found.kind === 'one' && found.item.id === step.id;
}

type Reference = { readonly step: string; readonly field: string };

function checkReference(reference: Reference, shape: CycleShape): string | null {
  const step = findStep(shape, reference.step);
  if (step.kind === 'none') return formatUnknown(reference);
  if (step.kind === 'several') return `it reads one of several steps ${formatName(reference.step)}`;
  const field = findTarget(step.item, 'responses', reference.field);
  if (field.kind === 'one') return null;
  return field.kind === 'none'
    ? formatUnknown(reference)
    : `it reads one of several fields ${formatName(reference.field)} of ${formatName(reference.step)}`;
}

// Refuses a name that is also an id, because it would lead elsewhere.
function isSameSource(
  source: Reference,
  { mapping, shape }: { readonly mapping: LiveMapping; readonly shape: CycleShape },
): boolean {
  const step = findStep(shape, source.step);
  if (step.kind !== 'one' || step.item.id !== mapping.sourceStepId) return false;
  const field = findTarget(step.item, 'responses', source.field);
  return field.kind === 'one' && field.item.id === mapping.sourceFieldId;
}

function formatUnknown({ step, field }: Reference): string {
  return `it reads ${formatName(field)} of ${formatName(step)}, which the cycle does not have`;
}

// A variable whose display name others have too is named by its system name.
function checkVariable(name: string, shape: CycleShape): string | null {
  if (findVariable(shape, name).kind === 'one') return null;
  const twin = shape.variables.find(({ systemName }) => systemName === name);
  return twin === undefined
    ? `it reads a variable ${formatName(name)} that the cycle does not have`
    : `it reads one of several variables ${formatName(twin.displayName)}`;
}
