import type { FieldPath } from '../../model/address.ts';
import type { DesiredCycle } from '../../model/desired/desired.ts';
import { isMappingSource } from '../../model/desired/mapping.ts';
import { listOtherLabels, parseStepName, withRenamedStep } from '../../model/desired/step-label.ts';
import type { AppliedValue } from '../../model/fields/field-value.ts';
import type { CycleShape } from '../../model/live/cycle-shape.ts';
import { listNamedSources, withRenamedSteps } from '../../model/live/steps/step-sources.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';

/**
 * Moves applied fields of a cycle to the current label of each step, because a step of the same
 * name may have come or gone. Keeps labels that Git uses, and labels of missing steps.
 */
export function withStepLabels(
  record: ObjectRecord,
  { mappings, visibilities }: DesiredCycle,
  shape: CycleShape,
): ObjectRecord {
  const there = new Set(shape.steps.map(({ label }) => label));
  const written = new Set([
    ...visibilities.map(({ step }) => step),
    ...mappings.flatMap(({ step, source }) => [
      step,
      ...listNamedSources(source).map((from) => from.step),
    ]),
  ]);
  const known = listLabels(record);
  const rename = (label: string): string =>
    there.has(label) || written.has(label)
      ? label
      : (listOtherLabels(label).find((other) => there.has(other) && !known.has(other)) ?? label);
  if ([...known].every((label) => rename(label) === label)) return record;
  const { owed } = record;
  return {
    ...record,
    applied: Object.fromEntries(
      Object.entries(record.applied).map(([path, value]) => [
        withRenamedStep(path as FieldPath, rename),
        renameSource(value, rename),
      ]),
    ),
    ...(owed === undefined
      ? {}
      : { owed: owed.map((path) => withRenamedStep(path, rename)).sort() }),
  };
}

/** Lists the labels of steps with an applied mapping or source. */
export function listLabels({ applied }: Pick<ObjectRecord, 'applied'>): ReadonlySet<string> {
  return new Set(
    Object.entries(applied).flatMap(([path, value]) => {
      const step = parseStepName(path as FieldPath);
      return step === null ? [] : [step, ...listSources(value)];
    }),
  );
}

function listSources(value: AppliedValue): readonly string[] {
  return value.kind === 'plain' && isMappingSource(value.value)
    ? listNamedSources(value.value).map(({ step }) => step)
    : [];
}

function renameSource(value: AppliedValue, rename: (label: string) => string): AppliedValue {
  return value.kind === 'plain' && isMappingSource(value.value)
    ? { ...value, value: withRenamedSteps(value.value, rename) }
    : value;
}
