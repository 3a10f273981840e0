import { makeGuid, makeNumbers, type State } from '../../state/state.ts';
import type { Method } from '../catalog/catalog.ts';
import type { MappingRow, StepRow } from '../cycles/cycle-row.ts';
import { toSystemName } from '../cycles/variables.ts';
import { emptyMapping } from '../steps/mapping-rules.ts';
import { bindReferences, type FieldReference } from './bind-references.ts';
import type { Template, TemplateStep } from './template.ts';
import type { TemplateSource } from './written-template.ts';

interface Copy {
  readonly step: TemplateStep;
  readonly id: string;
  readonly method: Method;
}

/** Owner of the steps, and ids of existing steps by position. */
export interface StepOwner {
  readonly cycleId: string;
  readonly accountId: string;
  readonly stepIds?: readonly (string | undefined)[];
}

/** Steps of a template as cycle steps with their own ids, not saved. */
export function makeSteps(
  state: State,
  template: Template,
  { stepIds = [], ...owner }: StepOwner,
): readonly StepRow[] {
  const copies = template.steps.map((step, index) => ({
    step,
    id: stepIds[index] ?? makeGuid(state, 'step'),
    method: copyMethod(state, step.method),
  }));
  return copies.map(({ step, id, method }, index) => ({
    ...owner,
    id,
    name: step.name,
    description: step.description,
    actionType: 'Action',
    displayPositionLeft: 100,
    displayPositionTop: 100 * (index + 1),
    connector: step.release.name,
    method,
    mappings: copyMappings(step, method, copies),
  }));
}

/** Ids of parameters and fields differ per instance (SERVICE C [D]). */
function copyMethod(state: State, method: Method): Method {
  const { parameters, fields, responseFields } = method;
  const total = parameters.length + fields.length + responseFields.length;
  let next = makeNumbers(state, 'parameter or field', total);
  const copy = (items: Method['fields']) => items.map((item) => ({ ...item, id: next++ }));
  return {
    ...method,
    parameters: copy(parameters),
    fields: copy(fields),
    responseFields: copy(responseFields),
  };
}

function copyMappings(
  step: TemplateStep,
  method: Method,
  copies: readonly Copy[],
): Readonly<Record<string, MappingRow>> {
  const sources = [
    ...method.parameters.map((item) => [item.id, step.parameters.get(item.key)] as const),
    ...method.fields.map((item) => [item.id, step.fields.get(item.key)] as const),
  ];
  return Object.fromEntries(
    sources.flatMap(([id, source]) =>
      source === undefined ? [] : [[String(id), copySource(source, copies)]],
    ),
  );
}

function copySource(source: TemplateSource, copies: readonly Copy[]): MappingRow {
  const base: MappingRow = { ...emptyMapping, isLaunchVisible: source.isLaunchVisible };
  switch (source.kind) {
    case 'value':
      return { ...base, type: 'StaticValue', value: copyText(source.value, copies) };
    case 'variable':
      return { ...base, type: 'Variable', value: toSystemName(source.variable) };
    case 'option':
      return { ...base, type: 'ValueList', value: source.option };
    case 'ignore':
      return { ...base, type: 'Ignore' };
    case 'lookup':
      return {
        ...base,
        type: 'Lookup',
        triggerValue: source.value,
        triggerValueDisplayName: source.label,
      };
    case 'step': {
      const from = copies[source.index];
      const field = from?.method.responseFields.find((item) => item.key === source.location);
      return {
        ...base,
        type: 'PreviousStep',
        sourceStepId: from?.id ?? null,
        sourceFieldId: field?.id ?? null,
      };
    }
  }
}

function copyText(text: string | null, copies: readonly Copy[]): string | null {
  return text === null ? null : bindReferences(text, (named) => findCopy(named, copies));
}

/** Copy of the field that a template value refers to. */
function findCopy(
  { stepId, fieldId }: FieldReference,
  copies: readonly Copy[],
): FieldReference | undefined {
  const copy = copies.find(({ step }) => step.id === stepId);
  const key = copy?.step.method.responseFields.find((item) => item.id === fieldId)?.key;
  const field = copy?.method.responseFields.find((item) => item.key === key);
  return copy === undefined || field === undefined
    ? undefined
    : { stepId: copy.id, fieldId: field.id };
}
