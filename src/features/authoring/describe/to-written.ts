import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import type { MappingSource } from '../../../model/desired/mapping.ts';
import type { LiveSchedule } from '../../../model/desired/schedule.ts';
import {
  type CycleShape,
  findStep,
  findTarget,
  findVariable,
} from '../../../model/live/cycle-shape.ts';
import type { WrittenMapping } from '../../../model/manifest/manifest.generated.ts';

/** Value as in a manifest, or the reason why it has no form there. */
export type Wording = { readonly value: YamlData } | { readonly lacks: string };

/** Keeps a text as text, number or boolean, as it was written before. */
export function toWrittenText(text: string, before: unknown): string | number | boolean {
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isPlain = /^(?:0|-?[1-9]\d{0,14})$/.test(text);
  return typeof before === 'number' && isPlain ? Number(text) : text;
}

/** Formats a mapping as in a manifest; keeps the written name of the same step. */
export function toWrittenMapping(
  source: MappingSource,
  before: WrittenMapping | undefined,
  shape: CycleShape | null,
): Wording {
  switch (source.kind) {
    case 'value':
      return { value: toWrittenText(source.value, before) };
    case 'step':
      return toWrittenStep(source, before, shape);
    case 'variable':
      return shape !== null && findVariable(shape, source.variable).kind === 'one'
        ? { value: { variable: source.variable } }
        : { lacks: `it reads the variable "${source.variable}", which the cycle does not have` };
    case 'option':
      return { value: { option: source.option } };
    case 'lookup': {
      const { value, label } = source;
      return { value: { lookup: label === undefined ? { value } : { value, label } } };
    }
    case 'expression':
      return { value: { expression: source.expression } };
    case 'ignore':
      return { value: { ignore: true } };
    case 'unknown':
      return { lacks: `its type "${source.type}" is not one that a manifest can express` };
  }
}

function toWrittenStep(
  { step, field }: Extract<MappingSource, { kind: 'step' }>,
  before: WrittenMapping | undefined,
  shape: CycleShape | null,
): Wording {
  const found = shape === null ? null : findStep(shape, step);
  if (found?.kind !== 'one' || findTarget(found.item, 'responses', field).kind !== 'one')
    return {
      lacks: `it reads the field "${field}" of the step "${step}", which has no such field`,
    };
  if (shape === null || typeof before !== 'object' || !('step' in before))
    return { value: { step, field } };
  const written = findStep(shape, before.step);
  const isSame = written.kind === 'one' && written.item.id === found.item.id;
  return { value: { step: isSame ? before.step : step, field } };
}

/** Formats a schedule as in a manifest; keeps a written start and its wording. */
export function toWrittenSchedule(
  schedule: LiveSchedule,
  before: { readonly startAt: string | null } | null,
): Wording {
  switch (schedule.kind) {
    case 'webhook':
      return { lacks: 'it starts by its webhook' };
    case 'once':
      return { lacks: 'it waits for a single run, which is no state of a manifest' };
    case 'every': {
      const { every, startAt } = schedule;
      const start = before?.startAt ?? null;
      if (start === null || startAt === undefined) return { value: { every } };
      return { value: { every, startAt: restoreWording(startAt, start) } };
    }
  }
}

function restoreWording(instant: string, before: string | null): string {
  return before !== null && Date.parse(before) === Date.parse(instant) ? before : instant;
}
