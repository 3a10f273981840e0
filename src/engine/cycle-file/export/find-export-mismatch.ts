import type { Json } from '../../../kit/json/json.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import {
  type CycleFile,
  type FileMapping,
  type FileStep,
  toFileShape,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import { normaliseExpression } from '../../../model/desired/expression.ts';
import type { MappingSlot, MappingSource } from '../../../model/desired/mapping.ts';
import { toMappingSource } from '../../../model/desired/to-mapping-source.ts';
import type { CycleShape, NamedStep } from '../../../model/live/cycle-shape.ts';
import type { LiveMapping } from '../../../model/live/live.ts';
import type { CycleDetails } from '../../../model/live/reading.ts';
import { formatPair, toUnescapedSymbol } from './parse-symbol.ts';

/** The file of an export, and the cycle as read by other requests. */
type Comparison = {
  readonly file: CycleFile;
  readonly reading: CycleDetails;
};

/**
 * Finds a value that an export gives differently from the cycle itself, because an export may have
 * the template's values, or other numbers for kinds of mappings. Null if all are the same.
 */
export function findExportMismatch(file: CycleFile, reading: CycleDetails): FieldPath | null {
  const { shape } = reading;
  return (
    findVariableMismatch(file, shape) ??
    shape.steps
      .map((step) => findStepMismatch({ file, reading }, step))
      .find((path) => path !== null) ??
    null
  );
}

function findVariableMismatch({ variables }: CycleFile, shape: CycleShape): FieldPath | null {
  if (shape.hidesVariables) return null;
  const live = new Map(shape.variables.map(({ displayName, value }) => [displayName, value]));
  const names = new Set([...live.keys(), ...variables.map(({ name }) => name)]);
  const differing = [...names].find((name) => {
    const given = variables.find((variable) => variable.name === name);
    if (given === undefined || !live.has(name)) return true;
    return !given.isSecret && (given.value ?? '') !== (live.get(name) ?? '');
  });
  return differing === undefined ? null : toFieldPath('variables', differing);
}

function findStepMismatch(compared: Comparison, live: NamedStep): FieldPath | null {
  const { file, reading } = compared;
  if (reading.shape.hidesOrder) return null;
  const step = file.steps.find(({ label }) => label === live.label);
  if (step === undefined) return toFieldPath('steps', live.label);
  for (const slot of ['parameters', 'fields'] as const) {
    const mappings = reading[slot].get(live.id) ?? [];
    const found = live[slot].find(({ id, name, isSensitive }) => {
      // Skips items of one name, because their order may differ.
      if (isSensitive || live[slot].filter((each) => each.name === name).length > 1) return false;
      const mapping = mappings.find(({ targetId }) => targetId === id);
      return !isSameMapping(compared, mapping, findMapping(step, slot, name));
    });
    if (found !== undefined) return toFieldPath('steps', live.label, slot, found.name);
  }
  return null;
}

function findMapping(step: FileStep, slot: MappingSlot, name: string): FileMapping | undefined {
  return step.mappings.find((each) => each.slot === slot && each.target === name);
}

// No mapping, Ignore and empty text send the same. Of an unknown kind, compares the text alone.
function isSameMapping(
  { file, reading: { shape } }: Comparison,
  live: LiveMapping | undefined,
  given: FileMapping | undefined,
): boolean {
  if (given?.source.kind === 'secret') return true;
  const wanted = live === undefined ? null : toMappingSource(live, shape);
  if (wanted?.kind === 'variable' && shape.hidesVariables) return true;
  const text = toComparedText(wanted, shape);
  if (given === undefined) return text === '';
  if (given.source.kind === 'other') {
    return text === normaliseExpression(toWrittenText(given.source.written.Value), shape);
  }
  const isKind = wanted === null || wanted.kind === given.source.kind;
  return text === toComparedText(given.source, toFileShape(file)) && (isKind || text === '');
}

function toWrittenText(value: Json | undefined): string {
  return value === null || value === undefined ? '' : toUnescapedSymbol(String(value));
}

function toComparedText(source: MappingSource | null, shape: CycleShape): string {
  if (source === null) return '';
  switch (source.kind) {
    case 'ignore':
      return '';
    case 'step':
      return formatPair(source.step, source.field);
    case 'expression':
      return normaliseExpression(source.expression, shape);
    case 'variable':
      return source.variable;
    case 'option':
      return source.option;
    case 'unknown':
      return source.value ?? '';
    default:
      return source.value;
  }
}
