import {
  listIdReferences,
  listReferences,
  withRenamedReferences,
} from '../../desired/expression.ts';
import type { MappingSource } from '../../desired/mapping.ts';
import { type Answer, isMissing } from '../../diagnostic/api-failure.ts';
import { type CycleShape, findStep, findTarget } from '../cycle-shape.ts';
import type { LiveMapping, LiveStep, OfferedSource, RemoteId } from '../live.ts';

// A step returns the fields that its method lists. Further ones, such as custom fields, are only
// listed by the step that uses them (fieldsformapping, SERVICE L [Q2]).

type Reference = { readonly step: string; readonly field: string };

/** The steps and fields that a source as written names. */
export function listNamedSources(
  source: MappingSource | { readonly kind: 'secret' },
): readonly Reference[] {
  if (source.kind === 'step') return [source];
  return source.kind === 'expression' ? listReferences(source.expression) : [];
}

/** A source with other names of the steps that it takes from. */
export function withRenamedSteps(
  source: MappingSource,
  rename: (name: string) => string,
): MappingSource {
  if (source.kind === 'step') return { ...source, step: rename(source.step) };
  if (source.kind === 'unknown')
    return source.step === undefined ? source : { ...source, step: rename(source.step) };
  if (source.kind !== 'expression') return source;
  return { ...source, expression: withRenamedReferences(source.expression, rename) };
}

/** Returns whether a source names a field that its step is not known to return. */
export function hasUnlistedSource(
  source: MappingSource | { readonly kind: 'secret' },
  shape: CycleShape,
): boolean {
  return listNamedSources(source).some(({ step, field }) => {
    const from = findStep(shape, step);
    return from.kind === 'one' && findTarget(from.item, 'responses', field).kind === 'none';
  });
}

/**
 * Returns whether a live mapping comes from a field that its step, one of these, is not known to
 * return.
 */
export function isFromUnlisted(mapping: LiveMapping, steps: readonly LiveStep[]): boolean {
  return listIds(mapping).some(({ step, field }) => {
    const from = steps.find(({ id }) => id.toLowerCase() === step.toLowerCase());
    return from !== undefined && !from.responses.some(({ id }) => id === field);
  });
}

function listIds({ type, value, sourceStepId, sourceFieldId }: LiveMapping): readonly Reference[] {
  if (type !== 'PreviousStep') return listIdReferences(value ?? '');
  return sourceStepId === null || sourceFieldId === null
    ? []
    : [{ step: sourceStepId, field: sourceFieldId }];
}

/** Steps, and how many had their offered sources read. */
export type StepsWithSources = Pick<CycleShape, 'sourceReads'> & {
  readonly steps: readonly LiveStep[];
};

/**
 * Adds the sources that the service offers to steps. Without such a list the sources of methods
 * remain; any other failure is the answer.
 */
export function withOfferedSources<T extends StepsWithSources>(
  shape: T,
  answers: readonly Answer<readonly OfferedSource[]>[],
): Answer<T> {
  const failed = answers.find((answer) => !answer.ok && !isMissing(answer.failure));
  if (failed?.ok === false) return failed;
  const offered = answers.flatMap((answer) => (answer.ok ? answer.value : []));
  const sourceReads = (shape.sourceReads ?? 0) + answers.length;
  return { ok: true, value: { ...shape, steps: addSources(shape.steps, offered), sourceReads } };
}

/** Adds offered sources to those of steps; on the same name or id, the listed one remains. */
export function addSources<S extends LiveStep>(
  steps: readonly S[],
  offered: readonly OfferedSource[],
): readonly S[] {
  const byStep = Map.groupBy(offered, ({ step }) => step?.toLowerCase());
  return steps.map((step) => {
    const { responses } = step;
    const names = new Set(responses.map(({ name }) => name));
    const fields = new Map(responses.map((field): [RemoteId, typeof field] => [field.id, field]));
    for (const { id, name } of byStep.get(step.id.toLowerCase()) ?? []) {
      if (!fields.has(id) && !names.has(name)) fields.set(id, { id, name });
    }
    return fields.size === responses.length ? step : { ...step, responses: [...fields.values()] };
  });
}
