import { listIdReferences, listReferences, withRenamedReferences } from '../desired/expression.ts';
import type { MappingSource } from '../desired/mapping.ts';
import { type Answer, isMissing } from '../diagnostic/api-failure.ts';
import { type CycleShape, findStep, findTarget } from './cycle-shape.ts';
import type { LiveMapping, LiveStep, OfferedSource, RemoteId } from './live.ts';

// A step gives what its method lists. More of it, such as custom fields of its connector, is known only from the step
// that takes it (fieldsformapping, SERVICE L [Q2]).

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
  if (source.kind !== 'expression') return source;
  return { ...source, expression: withRenamedReferences(source.expression, rename) };
}

/** Whether a source names a field that its step is not known to give. */
export function hasUnlistedSource(
  source: MappingSource | { readonly kind: 'secret' },
  shape: CycleShape,
): boolean {
  return listNamedSources(source).some(({ step, field }) => {
    const from = findStep(shape, step);
    return from.kind === 'one' && findTarget(from.item, 'responses', field).kind === 'none';
  });
}

/** Whether a mapping as read comes from a field that its step, one of these, is not known to give. */
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

/** Steps, and how many of them were asked what they are offered. */
export type StepsWithSources = Pick<CycleShape, 'sourceReads'> & {
  readonly steps: readonly LiveStep[];
};

/**
 * Steps with what some of them answered that they are offered. Where the service has no such list, what methods list
 * stands; any other failure is the answer.
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

/** Steps with what is offered of them beside what they list; of one name or id, what they list stands. */
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
