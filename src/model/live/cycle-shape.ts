import { compareTexts } from '../../kit/text/compare-texts.ts';
import { toUniqueLabels } from '../../kit/text/to-unique-labels.ts';
import type { MappingSlot } from '../desired/mapping.ts';
import { toUnnumberedName } from '../desired/step-label.ts';
import { type Answer, isNotOffered } from '../diagnostic/api-failure.ts';
import type { LiveEdge, LiveStep, LiveVariable, NamedItem, NamedParts, RemoteId } from './live.ts';

/** A step under the one name that addresses it: its own, or `NAME#n` where that name repeats. */
export type NamedStep = LiveStep & { readonly label: string };

/** The names of a live cycle or of its template; ids of a template mean nothing in the instance. */
export type CycleShape = {
  readonly steps: readonly NamedStep[];
  readonly variables: readonly LiveVariable[];
  /** The service does not show the variables: none of their names can be checked or written. */
  readonly hidesVariables?: true;
  /** The edges are unreadable, and step names repeat: the order of those is unknown. */
  readonly hidesOrder?: true;
  /** The order of its steps; absent where it was not read. */
  readonly edges?: readonly LiveEdge[];
  /** Number of steps whose offered sources were read. */
  readonly sourceReads?: number;
};

/** The lookup of a name: one result, none (with the existing names), or several. */
export type NameLookup<T> =
  | { readonly kind: 'one'; readonly item: T }
  | { readonly kind: 'none'; readonly candidates: readonly string[] }
  | { readonly kind: 'several'; readonly candidates: readonly string[] };

/**
 * Makes the shape of a cycle from its parts; null means not read. Without edges, steps of one name
 * are labelled by id, because the list has no order.
 */
export function makeShape(
  steps: readonly LiveStep[],
  read: {
    readonly edges: Answer<readonly LiveEdge[]> | null;
    readonly variables: Answer<readonly LiveVariable[]> | null;
  },
): Answer<CycleShape> {
  const { edges, variables } = read;
  const hidesOrder = edges !== null && isNotOffered(edges);
  const hidesVariables = variables !== null && isNotOffered(variables);
  if (edges !== null && !edges.ok && !hidesOrder) return edges;
  if (variables !== null && !variables.ok && !hidesVariables) return variables;
  const value = {
    steps: hidesOrder
      ? labelByIdOrder(steps)
      : toLabelledSteps(steps, edges?.ok === true ? edges.value : null),
    variables: variables?.ok === true ? variables.value : [],
    ...(edges?.ok === true ? { edges: edges.value } : {}),
    ...(hidesVariables ? { hidesVariables } : {}),
    ...(hidesOrder ? { hidesOrder } : {}),
  };
  return { ok: true, value };
}

function labelByIdOrder(steps: readonly LiveStep[]): NamedStep[] {
  const counts = countBy(steps.map((step) => step.name));
  return steps.map((step) => ({
    ...step,
    label: counts.get(step.name) === 1 ? step.name : `${step.name} (${step.id})`,
  }));
}

/** The shape of the cycles that a template makes; its ids are the template's own. */
export function toTemplateShape({ steps, edges, variables }: NamedParts): CycleShape {
  return { steps: toLabelledSteps(steps, edges), variables, edges };
}

/** Labels steps in the order of execution; without edges in the order given. */
export function toLabelledSteps(
  steps: readonly LiveStep[],
  edges: readonly LiveEdge[] | null,
): NamedStep[] {
  const ordered = edges === null ? [...steps] : orderByFlow(steps, edges);
  const labels = toUniqueLabels(ordered.map((step) => step.name));
  return ordered.map((step, index) => ({ ...step, label: labels[index] ?? step.name }));
}

/** Returns whether labels depend on the order of these steps. */
export function hasRepeatedNames(steps: readonly LiveStep[]): boolean {
  return new Set(steps.map((step) => step.name)).size < steps.length;
}

/** The step that a manifest names. A full name that ends in `#2` wins over the second of that name. */
export function findStep(shape: CycleShape, name: string): NameLookup<NamedStep> {
  const { byName, byLabel } = indexSteps(shape);
  const found = byName.get(name) ?? [];
  if (found.length === 1) return one(found[0]);
  if (found.length > 1) return { kind: 'several', candidates: found.map((step) => step.label) };
  const alone = byName.get(toUnnumberedName(name) ?? '') ?? [];
  const step = byLabel.get(name) ?? (alone.length === 1 ? alone[0] : undefined);
  return step === undefined
    ? { kind: 'none', candidates: shape.steps.map((item) => item.label) }
    : { kind: 'one', item: step };
}

type StepIndex = {
  readonly byName: ReadonlyMap<string, readonly NamedStep[]>;
  readonly byLabel: ReadonlyMap<string, NamedStep>;
};

// Shapes are never changed, and are asked for thousands of names.
const indexes = new WeakMap<CycleShape, StepIndex>();

function indexSteps(shape: CycleShape): StepIndex {
  const known = indexes.get(shape);
  if (known !== undefined) return known;
  const index = {
    byName: Map.groupBy(shape.steps, (step) => step.name),
    byLabel: new Map(shape.steps.toReversed().map((step) => [step.label, step])),
  };
  indexes.set(shape, index);
  return index;
}

type NamedTarget = Pick<NamedItem, 'id' | 'name'> & Partial<NamedItem>;

const targetIndexes = new WeakMap<
  readonly NamedTarget[],
  ReadonlyMap<string, readonly NamedTarget[]>
>();

function indexTargets(items: readonly NamedTarget[]): ReadonlyMap<string, readonly NamedTarget[]> {
  const index = targetIndexes.get(items) ?? Map.groupBy(items, ({ name }) => name);
  targetIndexes.set(items, index);
  return index;
}

/** The parameter (by TargetName) or field (by Location) of a step. */
export function findTarget(
  step: LiveStep,
  slot: MappingSlot | 'responses',
  name: string,
): NameLookup<NamedTarget> {
  const items: readonly NamedTarget[] = step[slot];
  const found = indexTargets(items).get(name) ?? [];
  if (found.length === 1) return one(found[0]);
  return found.length === 0
    ? { kind: 'none', candidates: items.map((item) => item.name) }
    : { kind: 'several', candidates: found.map((item) => item.name) };
}

/**
 * The names of the parameters or fields of a step by id; several of one name are `NAME#1`, `NAME#2`, by
 * their ids.
 */
export function toTargetLabels(
  items: readonly Pick<NamedItem, 'id' | 'name'>[],
): ReadonlyMap<RemoteId, string> {
  const ordered = items.toSorted((one, other) => compareIds(one.id, other.id));
  const labels = toUniqueLabels(ordered.map(({ name }) => name));
  return new Map(ordered.map(({ id, name }, index) => [id, labels[index] ?? name]));
}

function compareIds(one: RemoteId, other: RemoteId): number {
  return one.length - other.length || compareTexts(one, other);
}

/** The other list of a step, if it has the name that the first one lacks. */
export function findOtherSlot(step: LiveStep, slot: MappingSlot, name: string): MappingSlot | null {
  if (step[slot].some((item) => item.name === name)) return null;
  const other = slot === 'fields' ? 'parameters' : 'fields';
  return step[other].some((item) => item.name === name) ? other : null;
}

/** The diagnostic for a name under the wrong list of a step. */
export function describeMisplaced(
  step: NamedStep,
  { name, belongs }: { readonly name: string; readonly belongs: MappingSlot },
): { readonly summary: string; readonly remedy: string } {
  const thing = belongs === 'parameters' ? 'parameter' : 'field';
  return {
    summary: `"${name}" is a ${thing}: move it under ${belongs}`,
    remedy: `Write the line under steps, "${step.label}", ${belongs}.`,
  };
}

/** The variable that people see under a display name. */
export function findVariable(shape: CycleShape, displayName: string): NameLookup<LiveVariable> {
  const found = shape.variables.filter((variable) => variable.displayName === displayName);
  if (found.length === 1) return one(found[0]);
  return {
    kind: found.length === 0 ? 'none' : 'several',
    candidates: shape.variables.map((variable) => variable.displayName),
  };
}

function one<T>(item: T | undefined): NameLookup<T> {
  return item === undefined ? { kind: 'none', candidates: [] } : { kind: 'one', item };
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

// Breadth first from the starting steps; unreachable steps come last.
function orderByFlow(steps: readonly LiveStep[], edges: readonly LiveEdge[]): LiveStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const heads = new Set(edges.map((edge) => edge.head));
  const followers = Map.groupBy(edges, (edge) => edge.tail);
  const queue = steps.filter((step) => !heads.has(step.id)).map((step) => step.id);
  const reached = new Set<RemoteId>(queue);
  for (const id of queue) {
    for (const { head } of followers.get(id) ?? []) {
      if (reached.has(head)) continue;
      reached.add(head);
      queue.push(head);
    }
  }
  const rest = steps.filter((step) => !reached.has(step.id));
  return [...queue.flatMap((id) => byId.get(id) ?? []), ...rest];
}
