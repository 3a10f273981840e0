import type { CallValue } from '../calls/method-call.ts';
import { formatList, readLocation } from '../calls/request/location.ts';
import type { CycleRow, MappingRow, StepRow } from '../resources/cycles/cycle-row.ts';
import { formatInstant } from '../scripts/format-instant.ts';
import { formatInlineScript, readInlineScript, toCallValue } from '../scripts/inline-script.ts';
import type { OpenTransaction } from './transactions/transaction.ts';

/** Sources of mapped values. */
export interface Sources {
  readonly cycle: CycleRow;
  readonly transaction: OpenTransaction;
  /** Steps of the cycle by id. */
  readonly steps: ReadonlyMap<string, StepRow>;
}

/** Values of a call, by ids of parameters and fields. */
export interface MappedValues {
  readonly values: ReadonlyMap<number, CallValue>;
  /** Scripts still to run, by the value that they give. */
  readonly scripts: ReadonlyMap<number, string>;
}

/** Values of a step's parameters and fields, by their mappings (SPEC 2.6, SERVICE B). */
export function resolveValues(step: StepRow, sources: Sources): MappedValues {
  const values = new Map<number, CallValue>();
  const scripts = new Map<number, string>();
  for (const { id } of [...step.method.parameters, ...step.method.fields]) {
    const mapping = step.mappings[id];
    const script = mapping?.type === 'StaticValue' ? readInlineScript(mapping.value) : null;
    const value = mapping === undefined ? null : readMapped(mapping, sources);
    if (script !== null) {
      scripts.set(id, formatScript(script, sources));
    } else if (value !== null) {
      values.set(id, value);
    }
  }
  return { values, scripts };
}

/** Steps whose answers this step reads. */
export function listSourceSteps(step: StepRow): ReadonlySet<string> {
  const used = [...step.method.parameters, ...step.method.fields].flatMap(({ id }) => {
    const mapping = step.mappings[id];
    switch (mapping?.type) {
      case 'PreviousStep':
        return [mapping.sourceStepId ?? ''];
      case 'StaticValue':
      case 'ValueList':
        return [...(mapping.value ?? '').matchAll(fieldForm)].map(([, stepId = '']) =>
          stepId.toLowerCase(),
        );
      default:
        return [];
    }
  });
  return new Set(used);
}

function readMapped(mapping: MappingRow, sources: Sources): CallValue {
  switch (mapping.type) {
    case 'Ignore':
      return null;
    case 'StaticValue':
    case 'ValueList':
      return formatText(mapping.value, sources);
    case 'Variable': {
      const { variables } = sources.cycle;
      const variable = variables.find((each) => each.systemName === mapping.value);
      return formatText(variable?.value ?? null, sources);
    }
    case 'Lookup':
      return mapping.triggerValue;
    case 'PreviousStep':
      return readField(sources, mapping.sourceStepId ?? '', mapping.sourceFieldId ?? 0);
  }
}

/**
 * A response field of a step, or LastSuccessfulRunDate with an optional format (SERVICE C [R2][D]).
 */
const fieldForm =
  /\{\{\s*([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s+([0-9]{1,15})\s*\}\}/gi;
const dateForm = /\{\{\s*LastSuccessfulRunDate(?:\s+format\s*=\s*(.*?))?\s*\}\}/gi;

/** Text with its merge fields replaced; a text that is only one field keeps that field's type. */
function formatText(text: string | null, sources: Sources): CallValue {
  if (text === null) {
    return null;
  }
  const [whole, ...others] = [...text.matchAll(fieldForm)];
  if (whole !== undefined && others.length === 0 && whole[0] === text.trim()) {
    return readField(sources, whole[1] ?? '', Number(whole[2]));
  }
  return text
    .replaceAll(fieldForm, (_, stepId: string, fieldId: string) =>
      formatList(readField(sources, stepId, Number(fieldId))),
    )
    .replaceAll(dateForm, (_, format?: string) => formatSince(sources, format));
}

function formatScript(expression: string, sources: Sources): string {
  const fields = formatInlineScript(expression, fieldForm, ([, stepId = '', fieldId]) =>
    readField(sources, stepId, Number(fieldId)),
  );
  return formatInlineScript(fields, dateForm, ([, format]) => formatSince(sources, format));
}

/** LastSuccessfulRunDate of a transaction. */
function formatSince({ transaction }: Sources, format: string | undefined): string {
  return formatInstant(transaction.sinceMs, format?.replace(/^"(.*)"$/, '$1'));
}

/**
 * Value of an earlier step's response field, a list for several items. A list without an array in
 * the request is joined by commas there.
 */
function readField({ transaction, steps }: Sources, stepId: string, fieldId: number): CallValue {
  const id = stepId.toLowerCase();
  const items = transaction.brought[id] ?? [];
  const field = steps.get(id)?.method.responseFields.find((each) => each.id === fieldId);
  const values = field === undefined ? [] : items.map((item) => readLocation(item, field.key));
  const [first] = values;
  return toCallValue(values.length === 1 ? first : values);
}
