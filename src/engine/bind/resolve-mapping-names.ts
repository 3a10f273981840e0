import { type Address, type FieldPath, toFieldAddress, toFieldPath } from '../../model/address.ts';
import type { Refusable } from '../../model/desired/bound.ts';
import type { DesiredCycle, DesiredMappingEntry } from '../../model/desired/desired.ts';
import { findMergedSecretName } from '../../model/desired/expression.ts';
import { toLaunchPath } from '../../model/desired/launch-path.ts';
import { listOtherLabels } from '../../model/desired/step-label.ts';
import { type Diagnostic, type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UnresolvedName } from '../../model/diff/unresolved-name.ts';
import type { DesiredField, DesiredValue } from '../../model/fields/field-value.ts';
import {
  type CycleShape,
  describeMisplaced,
  findOtherSlot,
  findStep,
  findTarget,
  findVariable,
  type NamedStep,
  type NameLookup,
} from '../../model/live/cycle-shape.ts';
import type { ConnectorRelease } from '../../model/live/live.ts';
import { listNamedSources, withRenamedSteps } from '../../model/live/steps/step-sources.ts';
import { checkSourceOrder } from './check-source-order.ts';
import { checkValue } from './check-value.ts';
import {
  type NameQuery,
  reportUnresolved,
  toMisplaced,
  toUnresolvedSource,
} from './report-unresolved.ts';

/** Context beside the names of a cycle. */
export type StepContext = {
  /** Releases of the catalog, which mark secrets that a step cannot merge. */
  readonly releases?: readonly ConnectorRelease[];
  /** Labels of steps with an applied mapping or source. */
  readonly applied?: ReadonlySet<string>;
};

/**
 * Resolves each mapping of a cycle to its path and sources. Reports unknown names with the nearest
 * ones, and refuses secrets in plain text. An unresolved mapping keeps the path of its last apply.
 */
export function resolveMappingNames(
  cycle: DesiredCycle,
  shape: CycleShape,
  { releases = [], applied = new Set() }: StepContext = {},
): Refusable & { readonly fields: readonly DesiredField[] } {
  const fields: DesiredField[] = [];
  const warnings = new Map<FieldPath, Diagnostic>();
  const refusals: Refusal[] = [];
  const missed = new Map<FieldPath, UnresolvedName>();
  const find = (name: string) => findNamed(name, shape, applied);
  const labelOf = (name: string) => labelStep(name, { shape, found: find(name), applied });
  for (const entry of cycle.mappings) {
    const step = find(entry.step);
    const label = labelOf(entry.step);
    const path = toFieldPath('steps', label, entry.slot, entry.target);
    const miss = listUnresolvedNames(entry, { cycle, shape, path, step, find });
    if (miss !== null) missed.set(path, miss);
    const named = { path, value: nameSource(entry, labelOf), at: entry.at, ...toMark(entry) };
    if (step.kind !== 'one') {
      fields.push(named);
      continue;
    }
    const target = findTarget(step.item, entry.slot, entry.target);
    const address = toFieldAddress(cycle.address, path);
    const isSensitive = target.kind === 'one' && target.item.isSensitive === true;
    if (isSensitive && isText(entry)) refusals.push(reportText(entry, address));
    const warning =
      (isSensitive ? null : checkText(entry, address, target)) ??
      checkOrder(entry, { cycle, shape, taker: step.item, path });
    if (warning !== null) warnings.set(path, warning);
    const merged = findMergedSecret(entry, step.item, { shape, releases });
    if (merged !== null) {
      refusals.push(reportMergedSecret(entry, { name: merged, step: step.item, address }));
    }
    fields.push({ ...named, ...(isSensitive ? { isSensitive } : {}) });
  }
  for (const entry of cycle.visibilities) {
    const path = toLaunchPath({ ...entry, step: labelOf(entry.step) });
    const miss = findLostTarget(entry, { cycle, shape, path, step: find(entry.step), find });
    if (miss !== null) missed.set(path, miss);
    fields.push({
      path,
      value: { kind: 'plain', value: entry.isVisible },
      at: entry.at,
      ...toMark(entry),
    });
  }
  return { fields, refusals, unresolved: missed, warnings };
}

function toMark({ isBaseline }: Pick<DesiredMappingEntry, 'isBaseline'>) {
  return isBaseline === true ? { isBaseline } : {};
}

// Edges that were not read say nothing.
function checkOrder(
  entry: DesiredMappingEntry,
  at: Omit<Parameters<typeof checkSourceOrder>[1], 'edges'>,
): Diagnostic | null {
  const { edges } = at.shape;
  return edges === undefined ? null : checkSourceOrder(entry, { ...at, edges });
}

function checkText(
  { target, source, at }: DesiredMappingEntry,
  address: Address,
  found: ReturnType<typeof findTarget>,
): Diagnostic | null {
  if (found.kind !== 'one') return null;
  const written = { name: target, at, address };
  if (source.kind === 'value') return checkValue({ ...written, text: source.value }, found.item);
  if (source.kind !== 'option') return null;
  return checkValue({ ...written, text: source.option, isOption: true }, found.item);
}

type EntryPlace = {
  readonly cycle: DesiredCycle;
  readonly shape: CycleShape;
  readonly path: FieldPath;
  readonly step: NameLookup<NamedStep>;
  readonly find: (name: string) => NameLookup<NamedStep>;
};

function listUnresolvedNames(entry: DesiredMappingEntry, at: EntryPlace): UnresolvedName | null {
  const lost = findLostTarget(entry, at);
  if (lost !== null) return lost;
  const source = findUnresolvedSource(entry, at.shape, at.find);
  if (source === null) return null;
  return toUnresolvedSource(reportUnresolved({ ...at, at: entry.at }, source, at.shape));
}

function findLostTarget(
  entry: Omit<DesiredMappingEntry, 'source'>,
  at: EntryPlace,
): UnresolvedName | null {
  const { shape, step } = at;
  if (step.kind !== 'one') {
    const looked = { thing: 'step', name: entry.step, step: null, found: step } as const;
    return reportUnresolved({ ...at, at: entry.stepAt }, looked, shape);
  }
  const use = { ...at, at: entry.at };
  const found = findTarget(step.item, entry.slot, entry.target);
  if (found.kind !== 'one') {
    const thing = entry.slot === 'parameters' ? 'parameter' : 'request field';
    const looked = { thing, name: entry.target, step: step.item.label, found } as const;
    const miss = reportUnresolved(use, looked, shape);
    const belongs = findOtherSlot(step.item, entry.slot, entry.target);
    if (belongs === null) return miss;
    return toMisplaced(miss, describeMisplaced(step.item, { name: entry.target, belongs }));
  }
  return null;
}

function findUnresolvedSource(
  { source }: DesiredMappingEntry,
  shape: CycleShape,
  find: (name: string) => NameLookup<NamedStep>,
): NameQuery | null {
  if (source.kind === 'variable') {
    if (shape.hidesVariables === true) return null;
    const { variable: name } = source;
    const found = findVariable(shape, name);
    return found.kind === 'one' ? null : { thing: 'variable', name, step: null, found };
  }
  for (const { step: name, field } of listNamedSources(source)) {
    const step = find(name);
    if (step.kind !== 'one') return { thing: 'step', name, step: null, found: step };
    const found = findTarget(step.item, 'responses', field);
    if (found.kind !== 'one') {
      return {
        thing: 'response field',
        name: field,
        step: step.item.label,
        found,
      };
    }
  }
  return null;
}

// `NAME#1` means NAME if that is unique now. If it was ambiguous at the last apply, the remaining
// step may be either.
function findNamed(
  name: string,
  shape: CycleShape,
  applied: ReadonlySet<string>,
): NameLookup<NamedStep> {
  const found = findStep(shape, name);
  return found.kind === 'one' && found.item.label !== name && applied.has(name)
    ? { kind: 'none', candidates: shape.steps.map(({ label }) => label) }
    : found;
}

// A missing step is identified by the label of the last apply.
function labelStep(
  name: string,
  {
    shape,
    found,
    applied,
  }: Required<Pick<StepContext, 'applied'>> & {
    readonly shape: CycleShape;
    readonly found: NameLookup<NamedStep>;
  },
): string {
  if (found.kind === 'one') return found.item.label;
  if (found.kind === 'several' || applied.has(name)) return name;
  const there = new Set(shape.steps.map(({ label }) => label));
  const others = listOtherLabels(name);
  return others.find((label) => applied.has(label) && !there.has(label)) ?? name;
}

function nameSource(
  { source }: DesiredMappingEntry,
  labelOf: (name: string) => string,
): DesiredValue {
  if (source.kind === 'secret') return { kind: 'secret', secret: source.secret };
  return { kind: 'plain', value: withRenamedSteps(source, labelOf) };
}

function isText(entry: DesiredMappingEntry): boolean {
  return entry.source.kind === 'value' || entry.source.kind === 'expression';
}

function reportText(entry: DesiredMappingEntry, address: Address): Refusal {
  return reportError('secret-as-text', {
    summary: `The parameter "${entry.target}" is a secret in plain text`,
    at: entry.at,
    address,
    masked: true,
    remedy: `Write a reference: ${entry.target}: {env: NAME_OF_A_VARIABLE}. Then rotate the secret, because it is in Git.`,
  });
}

/**
 * Finds a merge field of a sensitive parameter of the step's method or property of its connector,
 * because the service does not merge those (SPEC 5). Null if there is none.
 */
function findMergedSecret(
  entry: DesiredMappingEntry,
  step: NamedStep,
  {
    shape,
    releases,
  }: {
    readonly shape: CycleShape;
    readonly releases: readonly ConnectorRelease[];
  },
): string | null {
  if (entry.source.kind !== 'expression') return null;
  const own = releases.filter((release) => release.name === step.connectorName);
  const others = own.flatMap(({ properties }) =>
    properties.filter(({ isSensitive }) => isSensitive).map(({ name }) => name),
  );
  return findMergedSecretName(entry.source.expression, step, { shape, others });
}

/** Refuses a mapping that merges a value which the service marks as sensitive. */
function reportMergedSecret(
  entry: DesiredMappingEntry,
  {
    name,
    step,
    address,
  }: { readonly name: string; readonly step: NamedStep; readonly address: Address },
): Refusal {
  return reportError('secret-merged', {
    summary: `"${entry.target}" merges "${name}", which ${step.connectorName ?? 'the connector'} marks as sensitive`,
    at: entry.at,
    address,
    remedy: `Remove {{${name}}}: the connector sends its secrets itself.`,
  });
}
