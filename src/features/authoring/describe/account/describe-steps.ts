import { isSameJson } from '../../../../kit/json/canonical-json.ts';
import { type Address, toFieldPath } from '../../../../model/address.ts';
import { type CycleFile, toFileShape } from '../../../../model/desired/cycle-file/cycle-file.ts';
import { toTextWithoutMergeFields } from '../../../../model/desired/expression.ts';
import type { MappingSlot, MappingSource } from '../../../../model/desired/mapping.ts';
import { isUnmapped, toMappingSource } from '../../../../model/desired/to-mapping-source.ts';
import {
  type CycleShape,
  type NamedStep,
  toTemplateShape,
} from '../../../../model/live/cycle-shape.ts';
import type { LiveMapping } from '../../../../model/live/live.ts';
import type { WholeCycle } from '../../../../model/live/reading.ts';
import type { WrittenMapping, WrittenStep } from '../../../../model/manifest/manifest.generated.ts';
import { checkSource, isNamed, toWrittenSource } from './check-source.ts';
import type { DescribeContext } from './describe-context.ts';
import { formatName } from './manifest-notes.ts';

/** Cycle of the steps. */
type CyclePart = {
  readonly key: string;
  readonly object: Address;
  readonly cycle: WholeCycle;
  /** File of the cycle; null for a template. */
  readonly file: CycleFile | null;
  readonly at: DescribeContext;
};

/** Step with the names of its template or file, if known. */
type StepPart = CyclePart & { readonly step: NamedStep; readonly template: CycleShape | null };

/**
 * Describes mappings by step in the order of the template or file: those that differ from it, or
 * all. Omits unset and ignored mappings, because a new cycle has them.
 */
export function describeSteps(part: CyclePart): Record<string, WrittenStep> {
  const { cycle, file } = part;
  const template = file === null ? cycle.shape && toTemplateShape(cycle.shape) : toFileShape(file);
  const steps = orderSteps(cycle.reading.shape.steps, template);
  return Object.fromEntries(
    steps.flatMap((step): [string, WrittenStep][] => {
      const stepPart = { ...part, step, template };
      const [parameters, fields] = [
        describeSlot(stepPart, 'parameters'),
        describeSlot(stepPart, 'fields'),
      ];
      const written = {
        ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
        ...(Object.keys(fields).length === 0 ? {} : { fields }),
        ...describeLaunch(stepPart),
      };
      return Object.keys(written).length === 0 ? [] : [[step.label, written]];
    }),
  );
}

// Keeps the order of the service when the template's flow was not read.
function orderSteps(steps: readonly NamedStep[], template: CycleShape | null): NamedStep[] {
  const order = template?.steps.map(({ label }) => label) ?? [];
  const rankOf = ({ label }: NamedStep) => {
    const rank = order.indexOf(label);
    return rank < 0 ? order.length : rank;
  };
  return steps.toSorted(
    (left, right) => rankOf(left) - rankOf(right) || (left.label < right.label ? -1 : 1),
  );
}

function describeSlot(part: StepPart, slot: MappingSlot): Record<string, WrittenMapping> {
  const { step, cycle } = part;
  const mappings = cycle.reading[slot].get(step.id) ?? [];
  return Object.fromEntries(
    step[slot].flatMap(({ id, name, isSensitive }): [string, WrittenMapping][] => {
      const mapping = mappings.find(({ targetId }) => targetId === id);
      if (mapping === undefined) return [];
      const target = { name, isSensitive, isAlone: isAlone(step, slot, name) };
      const written = describeTarget(part, { slot, target, mapping });
      return written === null ? [] : [[name, written]];
    }),
  );
}

// Omits what a new cycle has, by its template or file; without either, what is not shown.
function describeLaunch(part: StepPart): Pick<WrittenStep, 'launchVisible'> {
  const [parameters, fields] = [
    describeVisibilities(part, 'parameters'),
    describeVisibilities(part, 'fields'),
  ];
  const launchVisible = {
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
  return Object.keys(launchVisible).length === 0 ? {} : { launchVisible };
}

function describeVisibilities(part: StepPart, slot: MappingSlot): Record<string, boolean> {
  const { step, cycle, at } = part;
  const mappings = cycle.reading[slot].get(step.id) ?? [];
  return Object.fromEntries(
    step[slot].flatMap(({ id, name, isSensitive }): [string, boolean][] => {
      const isVisible = mappings.find(({ targetId }) => targetId === id)?.isLaunchVisible;
      const target = { name, isSensitive, isAlone: isAlone(step, slot, name) };
      if (isVisible === undefined || checkNames(part, target) !== null) return [];
      const isOwn = isVisible === (findOwnVisibility(part, slot, name) ?? false);
      return isOwn && !(at.isFull && isVisible) ? [] : [[name, isVisible]];
    }),
  );
}

function findOwnVisibility(part: StepPart, slot: MappingSlot, name: string): boolean | undefined {
  const { step, file } = part;
  if (file === null) return findTemplateMapping(part, slot, name)?.isLaunchVisible;
  const own = file.steps.find(({ label }) => label === step.label)?.mappings ?? [];
  const settings = own.find((each) => each.slot === slot && each.target === name)?.settings;
  return settings?.IsLaunchVisible === true;
}

type Target = {
  readonly name: string;
  readonly isSensitive: boolean;
  readonly isAlone: boolean;
};

// Returns null for a default, or without an expression.
function describeTarget(
  part: StepPart,
  {
    slot,
    target,
    mapping,
  }: { readonly slot: MappingSlot; readonly target: Target; readonly mapping: LiveMapping },
): WrittenMapping | null {
  const { cycle, step, at, key } = part;
  const { shape } = cycle.reading;
  const path = ['spec', 'cycles', key, 'steps', step.label, slot, target.name];
  if (hasNoValue(mapping)) {
    if (!target.isSensitive && !isMadeWithout(part, slot, target.name)) {
      at.notes.omit(path, {
        summary: `the mapping of ${formatName(target.name)} in ${formatName(step.label)} has no value, which a manifest cannot express`,
        remedy: 'It stays unchanged in the service. Set a value, or set it to ignored.',
      });
    }
    return null;
  }
  const source = toMappingSource(mapping, shape);
  const own = findOwn(part, slot, target.name);
  if (source === null || (isUnmapped(source, slot) && isUnmapped(own, slot))) return null;
  const isMade = isAsMade(source, { own, part, target });
  if (isMade && !at.isFull) return null;
  const unsaid = checkNames(part, target) ?? checkSource(source, { mapping, shape });
  // Skips a mapping that the file has in its own form.
  if (unsaid !== null && isMade && part.file !== null) return null;
  if (unsaid !== null || source.kind === 'unknown') {
    at.notes.omit(path, {
      summary: `the mapping of ${formatName(target.name)} in ${formatName(step.label)} cannot be expressed: ${unsaid}`,
      remedy: 'It stays unchanged in the service. Map it to something with a unique name.',
    });
    return null;
  }
  const text = toText(source);
  if (text === null) return toWrittenSource(source);
  if (text === '' && target.isSensitive) return null;
  const isHidden =
    target.isSensitive ||
    at.hidden.hasAt(
      {
        object: part.object,
        live: { kind: 'cycle', id: cycle.live.id },
        path: toFieldPath('steps', step.label, slot, target.name),
      },
      { name: target.name, text: toTextWithoutMergeFields(text) },
    );
  return isHidden ? at.names.suggest(key, step.label, target.name) : toWrittenSource(source);
}

function toText(source: MappingSource): string | null {
  if (source.kind === 'value') return source.value;
  return source.kind === 'expression' ? source.expression : null;
}

function checkNames({ step, cycle }: StepPart, target: Target): string | null {
  if (!isNamed(step, cycle.reading.shape)) return 'its step has no unique name';
  return target.isAlone ? null : 'the step has several of that name';
}

function isAlone(step: NamedStep, slot: MappingSlot, name: string): boolean {
  return step[slot].filter((item) => item.name === name).length === 1;
}

/** Finds the value of the template or file; null without one. */
function findOwn(part: StepPart, slot: MappingSlot, name: string): MappingSource | null {
  const { step, template, file } = part;
  if (file !== null) return findInFile(file, { step: step.label, slot, name });
  const mapping = findTemplateMapping(part, slot, name);
  if (mapping === undefined || hasNoValue(mapping)) return null;
  return template === null ? null : toMappingSource(mapping, template);
}

function findTemplateMapping(
  { cycle, step, template }: StepPart,
  slot: MappingSlot,
  name: string,
): LiveMapping | undefined {
  const own = template?.steps.find(({ label }) => label === step.label);
  const target = own?.[slot].find((item) => item.name === name);
  const mappings = cycle.shape?.mappings.get(own?.id ?? '')?.[slot] ?? [];
  return mappings.find(({ targetId }) => targetId === target?.id);
}

/** Detects an unfinished mapping, because empty text would be a value. */
function hasNoValue({ type, value, triggerValue }: LiveMapping): boolean {
  if (type === 'Lookup') return triggerValue === null;
  return (type === 'StaticValue' || type === 'ValueList') && value === null;
}

// Detects that a new cycle has no value there either.
function isMadeWithout(part: StepPart, slot: MappingSlot, name: string): boolean {
  if (part.template === null) return false;
  const own = findOwn(part, slot, name);
  return own === null || own.kind === 'ignore';
}

function findInFile(
  { steps }: CycleFile,
  at: { readonly step: string; readonly slot: MappingSlot; readonly name: string },
): MappingSource | null {
  const own = steps.find(({ label }) => label === at.step)?.mappings ?? [];
  const source = own.find(({ slot, target }) => slot === at.slot && target === at.name)?.source;
  return source === undefined || source.kind === 'secret' || source.kind === 'other'
    ? null
    : source;
}

// Treats an ignored mapping as unset when the template sets nothing, because an export hides
// secrets.
function isAsMade(
  source: MappingSource,
  {
    own,
    part,
    target,
  }: { readonly own: MappingSource | null; readonly part: StepPart; readonly target: Target },
): boolean {
  if (own !== null) return isSameJson(source, own);
  return source.kind === 'ignore' && part.template !== null && !target.isSensitive;
}
