import type { CallValue } from '../calls/call-method.ts';
import { isRecord, joinList, readLocation } from '../calls/location.ts';
import type { CycleRow, MappingRow, StepRow } from '../cycles/cycle-row.ts';
import type { OpenTransaction } from './transaction.ts';
import { writeInstant } from './write-instant.ts';

/** What mappings take their values from. */
export interface Sources {
  readonly cycle: CycleRow;
  readonly transaction: OpenTransaction;
  /** The steps of the cycle by id. */
  readonly steps: ReadonlyMap<string, StepRow>;
}

/** The values of a step's parameters and fields by their ids (SPEC 2.6, SERVICE B). */
export function mapValues(step: StepRow, sources: Sources): ReadonlyMap<number, CallValue> {
  const items = [...step.method.parameters, ...step.method.fields];
  return new Map(
    items.flatMap(({ id }) => {
      const mapping = step.mappings[id];
      const value = mapping === undefined ? null : readMapped(mapping, sources);
      return value === null ? [] : [[id, value] as const];
    }),
  );
}

/** Steps whose answers a step takes values from. */
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
      return fillText(mapping.value, sources);
    case 'Lookup':
      return mapping.triggerValue;
    case 'Variable': {
      const { variables } = sources.cycle;
      const variable = variables.find((each) => each.systemName === mapping.value);
      return fillText(variable?.value ?? null, sources);
    }
    case 'PreviousStep':
      return readField(sources, mapping.sourceStepId ?? '', mapping.sourceFieldId ?? 0);
  }
}

/** A response field of a step, and LastSuccessfulRunDate with a format or without (SERVICE C [R2][D]). */
const fieldForm =
  /\{\{\s*([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s+([0-9]{1,15})\s*\}\}/gi;
const dateForm = /\{\{\s*LastSuccessfulRunDate(?:\s+format\s*=\s*(.*?))?\s*\}\}/gi;

/** A text with its merge fields filled; one that is a field and nothing else is that field's value. */
function fillText(text: string | null, sources: Sources): CallValue {
  if (text === null) {
    return null;
  }
  const [whole, ...others] = [...text.matchAll(fieldForm)];
  if (whole !== undefined && others.length === 0 && whole[0] === text.trim()) {
    return readField(sources, whole[1] ?? '', Number(whole[2]));
  }
  return text
    .replaceAll(fieldForm, (_, stepId: string, fieldId: string) =>
      joinList(readField(sources, stepId, Number(fieldId))),
    )
    .replaceAll(dateForm, (_, format?: string) =>
      writeInstant(sources.transaction.sinceMs, format?.replace(/^"(.*)"$/, '$1')),
    );
}

/**
 * What an earlier step brought for a response field: of one item its value, of several a list. A
 * list that meets no array of the request is joined by commas there.
 */
function readField({ transaction, steps }: Sources, stepId: string, fieldId: number): CallValue {
  const id = stepId.toLowerCase();
  const items = transaction.brought[id] ?? [];
  const field = steps.get(id)?.method.responseFields.find((each) => each.id === fieldId);
  const values = field === undefined ? [] : items.map((item) => readLocation(item, field.key));
  const [first] = values;
  return toValue(values.length === 1 ? first : values);
}

function toValue(value: unknown): CallValue {
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map(toValue);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : isRecord(value)
      ? JSON.stringify(value)
      : null;
}
