import type { State } from '../../state/state.ts';
import type { CycleRow, MappingRow, StepRow, VariableRow } from '../cycles/cycle-row.ts';
import { readSteps, writeCycle } from '../cycles/find-cycle.ts';
import { bindReferences, type FieldReference } from './bind-references.ts';
import { bindSlots } from './bind-slots.ts';
import { makeEdges, makeVariables } from './create-from-template.ts';
import { findLiveTemplate } from './find-template.ts';
import { makeSteps } from './make-steps.ts';
import type { Template } from './template.ts';

// Upgrades a cycle to its template's Live release; keeps its own variables, mappings, name and
// activation (SERVICE E.1 [D], SPEC 9). Steps match by name and connector; items get new ids
// (SERVICE C [D]).

/** Live release of the template, if the cycle has an older one. */
export function findUpgrade(state: State, cycle: CycleRow): Template | undefined {
  if (cycle.templateId === null || cycle.status === 'DeleteScheduled') {
    return undefined;
  }
  const live = findLiveTemplate(state, cycle.templateId);
  return live !== undefined && live.release > (cycle.templateRelease ?? 1) ? live : undefined;
}

/** Moves a cycle to a release. */
export function updateToRelease(state: State, cycle: CycleRow, template: Template): void {
  const before = readSteps(state, cycle);
  const kept = pairSteps(before, template);
  const { id: cycleId, accountId } = cycle;
  const stepIds = kept.map((step) => step?.id);
  const copies = makeSteps(state, template, { cycleId, accountId, stepIds });
  const variables = mergeVariables(cycle, template);
  const names = new Map(
    cycle.variables.map(({ systemName, displayName }) => [systemName, displayName]),
  );
  const bindings = bindSteps(state, { cycle, template, kept, steps: copies });
  const after = copies.map((step, index) => {
    const old = kept[index];
    return old === undefined
      ? step
      : mergeMappings(step, old, { before, copies, variables, names });
  });
  for (const step of before) {
    state.steps.remove(step.id);
  }
  for (const step of after) {
    state.steps.write(step.id, cycleId, step);
  }
  writeCycle(state, {
    ...cycle,
    ...template.settings,
    description: template.description,
    tags: state.choices.upgradedTags === 'kept' ? cycle.tags : template.tags,
    templateRelease: template.release,
    variables,
    bindings,
    edges: makeEdges(state, after),
  });
}

/** Existing cycle step for each template step, by name and connector. */
function pairSteps(
  before: readonly StepRow[],
  template: Template,
): readonly (StepRow | undefined)[] {
  const left = [...before];
  return template.steps.map(({ name, release }) => {
    const index = left.findIndex((step) => step.name === name && step.connector === release.name);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  });
}

// Match by display name, because earlier versions of this program made other SystemNames.
function mergeVariables(cycle: CycleRow, template: Template): readonly VariableRow[] {
  const own = cycle.variables.filter(({ isOwn }) => isOwn);
  const given = makeVariables(template);
  const names = new Set(given.map(({ displayName }) => displayName));
  return [
    ...given.map((each) => {
      const kept = own.find(({ displayName }) => displayName === each.displayName);
      return { ...each, ...kept, systemName: each.systemName };
    }),
    ...own.filter(({ displayName }) => !names.has(displayName)),
  ];
}

function bindSteps(
  state: State,
  {
    cycle,
    template,
    kept,
    steps,
  }: {
    readonly cycle: CycleRow;
    readonly template: Template;
    readonly kept: readonly (StepRow | undefined)[];
    readonly steps: readonly StepRow[];
  },
): CycleRow['bindings'] {
  const used = kept.map(
    (step) =>
      cycle.bindings.find(({ stepId }) => stepId === step?.id)?.accountConnectorId ?? undefined,
  );
  const known = new Map<string, number>();
  for (const [index, { slot }] of template.steps.entries()) {
    const id = used[index];
    if (id !== undefined && !known.has(slot)) {
      known.set(slot, id);
    }
  }
  const binding = { isFresh: false, prefersName: false, known };
  const slots = bindSlots(state, cycle.accountId, { template, binding });
  return template.steps.map(({ slot }, index) => ({
    stepId: steps[index]?.id ?? '',
    accountConnectorId: used[index] ?? slots.get(slot) ?? null,
  }));
}

interface Steps {
  readonly before: readonly StepRow[];
  readonly copies: readonly StepRow[];
  readonly variables: readonly VariableRow[];
  /** Former display names of the variables, by SystemName. */
  readonly names: ReadonlyMap<string, string>;
}

function mergeMappings(step: StepRow, old: StepRow, steps: Steps): StepRow {
  const items = [
    ...pairItems(old.method.parameters, step.method.parameters),
    ...pairItems(old.method.fields, step.method.fields),
  ];
  const kept = items.flatMap(([from, to]) => {
    const mapping = old.mappings[from];
    const moved = mapping?.isOwn === true ? moveMapping(mapping, step, steps) : undefined;
    return moved === undefined ? [] : [[String(to), moved] as const];
  });
  return { ...step, mappings: { ...step.mappings, ...Object.fromEntries(kept) } };
}

/** Ids before and after, matched by TargetName or Location. */
function pairItems(
  before: StepRow['method']['fields'],
  after: StepRow['method']['fields'],
): readonly (readonly [number, number])[] {
  return before.flatMap((item) => {
    const same = after.find(({ key }) => key === item.key);
    return same === undefined ? [] : [[item.id, same.id] as const];
  });
}

/** Mapping with its new ids; undefined if its source is gone. */
function moveMapping(mapping: MappingRow, step: StepRow, steps: Steps): MappingRow | undefined {
  const find = (named: FieldReference) => moveReference(named, steps);
  switch (mapping.type) {
    case 'StaticValue': {
      const { value } = mapping;
      return { ...mapping, value: value === null ? null : bindReferences(value, find) };
    }
    case 'Variable': {
      const name = steps.names.get(mapping.value ?? '');
      const variable = steps.variables.find(
        ({ displayName, systemName }) => displayName === name || systemName === mapping.value,
      );
      return variable === undefined ? undefined : { ...mapping, value: variable.systemName };
    }
    case 'PreviousStep': {
      const { sourceStepId: stepId, sourceFieldId: fieldId } = mapping;
      const source = stepId === null || fieldId === null ? undefined : find({ stepId, fieldId });
      const places = [source?.stepId, step.id].map((id) =>
        steps.copies.findIndex((copy) => copy.id === id),
      );
      return source === undefined || (places[0] ?? 0) >= (places[1] ?? 0)
        ? undefined
        : { ...mapping, sourceStepId: source.stepId, sourceFieldId: source.fieldId };
    }
    default:
      return mapping;
  }
}

function moveReference(
  { stepId, fieldId }: FieldReference,
  { before, copies }: Steps,
): FieldReference | undefined {
  const old = before.find(({ id }) => id === stepId);
  const key = old?.method.responseFields.find(({ id }) => id === fieldId)?.key;
  const field = copies
    .find(({ id }) => id === stepId)
    ?.method.responseFields.find((item) => item.key === key);
  return field === undefined ? undefined : { stepId, fieldId: field.id };
}
