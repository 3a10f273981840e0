import { parseStepSource } from '../../model/live/exported-cycle.ts';
import type { LiveStep, NamedItem, RemoteId } from '../../model/live/live.ts';
import { isMarkedAction } from '../../model/live/steps/to-split-fields.ts';
import {
  readField,
  readList,
  readOptionalId,
  readOptionalScalar,
  readPart,
  type Wire,
} from '../../wire/shape.ts';

/** CycleEntityMappingType of a static value, as a third party's parser guesses; 0 is dynamic. */
const staticCode = 1;

/** Returns whether a mapping of an export is a static value: the one number that is trusted. */
export function isStaticValue(mapping: Wire): boolean {
  const code = readField(mapping, 'CycleEntityMappingType').value;
  return (typeof code === 'number' || typeof code === 'string') && Number(code) === staticCode;
}

/** A target as a mapping of an export has it: its id, its name, or both. */
type Target = { readonly id: RemoteId | null; readonly name: string | null };

type Initial = NonNullable<NamedItem['initial']>;

/** Targets with a mapping, and its value where it is known. */
type Mapped = ReadonlyMap<NamedItem, Initial | undefined>;

/**
 * Adds to the items of an exported step the values that its cycles begin with. Says nothing of an
 * item where the export leaves room for doubt.
 */
export function withInitialValues(
  step: LiveStep,
  wire: Wire,
  { isFirst }: { readonly isFirst: boolean },
): LiveStep {
  const method = readPart(wire, 'Method');
  if (method === null) return isPresent(wire, 'Method_Id') ? step : { ...step, isShown: true };
  if (step.isWebhook || (isFirst && !isAction(method))) return step;
  const parameters = readMapped(wire, step.parameters, {
    list: 'CycleParameters',
    readTarget: (mapping) => ({ id: readOptionalId(mapping, 'ParameterId'), name: null }),
  });
  const fields = readMapped(wire, step.fields, {
    list: 'CycleFieldMappings',
    readTarget: readFieldTarget,
  });
  const format = readPart(method, 'RequestFormat');
  const isShown =
    parameters !== null &&
    fields !== null &&
    isRuled(method, 'Parameters') &&
    format !== null &&
    isRuled(format, 'Fields');
  return {
    ...step,
    parameters: addInitial(step.parameters, parameters),
    fields: addInitial(step.fields, fields),
    ...(isShown ? { isShown } : {}),
  };
}

// Each step after the first follows another one, so that no call from outside starts it.
function isAction(method: Wire): boolean {
  return ['MethodType', 'Type'].some((name) => isMarkedAction(readField(method, name).value));
}

/** Null where the list is not shown, or has a mapping of an unknown or ambiguous target. */
function readMapped(
  wire: Wire,
  items: readonly NamedItem[],
  { list, readTarget }: { readonly list: string; readonly readTarget: (mapping: Wire) => Target },
): Mapped | null {
  if (!Array.isArray(readField(wire, list).value)) return null;
  const mapped = new Map<NamedItem, Initial | undefined>();
  for (const mapping of readList(wire, list)) {
    const item = findItem(items, readTarget(mapping));
    if (item === null) return null;
    mapped.set(item, hasKnownValue(mapping) ? 'given' : undefined);
  }
  return mapped;
}

/** An export names the target of a field mapping by id or by location (SERVICE E.2 [P]). */
function readFieldTarget(mapping: Wire): Target {
  const field = readPart(mapping, 'Field');
  const names = [
    ...(field === null ? [] : [readField(field, 'ConnectorField'), readField(field, 'Location')]),
    readField(mapping, 'TargetFieldConnectorField'),
  ];
  return {
    id: field === null ? null : readOptionalId(field, 'Id'),
    name: names.flatMap(({ value }) => (typeof value === 'string' ? value : []))[0] ?? null,
  };
}

function findItem(items: readonly NamedItem[], { id, name }: Target): NamedItem | null {
  const known = items.filter((item) => item.id === id);
  const found = known.length > 0 ? known : items.filter((item) => item.name === name);
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return name === null || only.name === name ? only : null;
}

// Only the number of a static value, and the form of a step as source, are trusted.
function hasKnownValue(mapping: Wire): boolean {
  const value = readOptionalScalar(mapping, 'Value') ?? '';
  return isStaticValue(mapping) ? value !== '' : parseStepSource(value) !== null;
}

// An export leaves out secrets (SERVICE E.2 [D]).
function addInitial(items: readonly NamedItem[], mapped: Mapped | null): readonly NamedItem[] {
  if (mapped === null) return items;
  return items.map((item) => {
    const initial = mapped.has(item) ? mapped.get(item) : item.isSensitive ? undefined : 'none';
    return initial === undefined ? item : { ...item, initial };
  });
}

/** True if each item of a list says if it is required. */
function isRuled(wire: Wire, list: string): boolean {
  if (!Array.isArray(readField(wire, list).value)) return false;
  return readList(wire, list).every(
    (item) => typeof readField(item, 'IsOptional').value === 'boolean',
  );
}

function isPresent(wire: Wire, name: string): boolean {
  const { value } = readField(wire, name);
  return value !== undefined && value !== null;
}
