import type { Call } from '../../http/call.ts';
import { makeListReply } from '../../http/paging.ts';
import type { Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import type { CycleRow, MappingRow, StepRow } from './cycle-row.ts';
import { readCycle, readStep, readSteps } from './find-cycle.ts';

/** Reason that a cycle cannot run; codes and object types as in SERVICE B [D]. */
export interface Prerequisite {
  readonly ReasonCode: number;
  readonly Reason: string;
  readonly ObjectType: 'AccountConnector' | 'Action' | 'Parameter' | 'ConnectorFieldMapping';
  readonly ObjectId: string | number;
}

/** GET /cycles/{id}/prerequisites: the missing ones. */
export function listPrerequisites(call: Call): Reply {
  return answerPrerequisites(call, listMissing(call.state, readCycle(call)));
}

function answerPrerequisites(call: Call, found: readonly Prerequisite[]): Reply {
  return makeListReply(
    call,
    found.map((value) => ({ id: `${value.ReasonCode} ${value.ObjectId}`, name: '', value })),
    (each) => each,
  );
}

/** All missing prerequisites, in order of execution. */
export function listMissing(state: State, cycle: CycleRow): readonly Prerequisite[] {
  const steps = readSteps(state, cycle);
  return [
    ...listMissingShape(cycle, steps),
    ...listMissingConnectors(state, cycle, steps),
    ...steps.flatMap((step) => {
      const missing = listMissingMappings(cycle, step);
      return missing.length === 0 || state.choices.missingMappings === 'fields'
        ? missing
        : [toStepPrerequisite(step)];
    }),
  ];
}

/** GET /steps/{id}/prerequisites: the missing mappings of a step, by number (SERVICE L [Q3]). */
export function listStepPrerequisites(call: Call): Reply {
  const { cycle, step } = readStep(call);
  return answerPrerequisites(call, listMissingMappings(cycle, step));
}

/** Names only the step in the cycle's list (SERVICE L [Q3]). */
function toStepPrerequisite(step: StepRow): Prerequisite {
  return { ReasonCode: 30, Reason: 'Missing mapping', ObjectType: 'Action', ObjectId: step.id };
}

function listMissingShape(cycle: CycleRow, steps: readonly StepRow[]): readonly Prerequisite[] {
  if (steps.length < 2) {
    return [
      {
        ReasonCode: 10,
        Reason: 'The cycle has fewer than two steps.',
        ObjectType: 'Action',
        ObjectId: cycle.id,
      },
    ];
  }
  const joined = new Set(cycle.edges.map((edge) => edge.headStepId));
  const starts = steps.filter((step) => !joined.has(step.id));
  return starts.slice(1).map((step) => ({
    ReasonCode: 11,
    Reason: `Step '${step.name}' is not joined to the others.`,
    ObjectType: 'Action',
    ObjectId: step.id,
  }));
}

function listMissingConnectors(
  state: State,
  cycle: CycleRow,
  steps: readonly StepRow[],
): readonly Prerequisite[] {
  const seen = new Set<number>();
  return steps.flatMap((step, index): readonly Prerequisite[] => {
    const id = cycle.bindings[index]?.accountConnectorId ?? null;
    const installed = id === null ? undefined : findInstalled(state, cycle.accountId, id);
    if (installed === undefined) {
      const Reason = `Step '${step.name}' has no connector.`;
      return [{ ReasonCode: 20, Reason, ObjectType: 'Action', ObjectId: step.id }];
    }
    if (installed.isAuthenticated || seen.has(installed.id)) {
      return [];
    }
    seen.add(installed.id);
    const Reason = 'Unauthenticated connector';
    return [{ ReasonCode: 20, Reason, ObjectType: 'AccountConnector', ObjectId: installed.id }];
  });
}

function listMissingMappings(cycle: CycleRow, step: StepRow): readonly Prerequisite[] {
  const isMissing = (item: { id: number; isOptional: boolean }) =>
    !item.isOptional && !hasValue(cycle, step.mappings[item.id]);
  return [
    ...step.method.parameters.filter(isMissing).map((item) => ({
      ReasonCode: 40,
      Reason: 'Missing parameter mapping',
      ObjectType: 'Parameter' as const,
      ObjectId: item.id,
    })),
    ...step.method.fields.filter(isMissing).map((item) => ({
      ReasonCode: 41,
      Reason: 'Missing field mapping',
      ObjectType: 'ConnectorFieldMapping' as const,
      ObjectId: item.id,
    })),
  ];
}

/** True if a mapping has a value: its variable has one, and its step still exists. */
function hasValue(cycle: CycleRow, mapping: MappingRow | undefined): boolean {
  switch (mapping?.type) {
    case undefined:
    case 'Ignore':
      return false;
    case 'StaticValue':
    case 'ValueList':
      return mapping.value !== null;
    case 'Lookup':
      return mapping.triggerValue !== null;
    case 'PreviousStep':
      return cycle.bindings.some((binding) => binding.stepId === mapping.sourceStepId);
    case 'Variable':
      return cycle.variables.some(
        (variable) => variable.systemName === mapping.value && variable.value !== null,
      );
  }
}
