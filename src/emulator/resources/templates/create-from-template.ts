import { type Call, readParam } from '../../http/call.ts';
import { makeReply, type Reply } from '../../http/reply.ts';
import { makeGuid, type State } from '../../state/state.ts';
import type { CycleRow, StepRow, VariableRow } from '../cycles/cycle-row.ts';
import { makeCycle } from '../cycles/cycles.ts';
import { writeCycle } from '../cycles/find-cycle.ts';
import { toCycleJson } from '../cycles/to-cycle-json.ts';
import { toSystemName } from '../cycles/variables.ts';
import { type Binding, bindSlots } from './bind-slots.ts';
import { readTemplate } from './find-template.ts';
import { makeSteps } from './make-steps.ts';
import type { Template } from './template.ts';

/**
 * POST /templates/{id}/install: creates a paused cycle, and missing connectors without
 * authentication (SPEC 4.6, SERVICE A.4 [T], E.1 [D]). Ignores the body, which no source describes.
 */
export function createFromTemplate(call: Call): Reply {
  const template = readTemplate(call.state, readParam(call, 'templateId'));
  const row = addFromTemplate(call.state, call.accountId, template);
  return makeReply(
    template.hasMinimalAnswer
      ? { Id: row.id, Name: row.name, Status: row.status }
      : toCycleJson(call.state, row),
  );
}

/** Creates a cycle of a template, with its own ids. */
export function addFromTemplate(state: State, accountId: string, template: Template): CycleRow {
  const { freshInstallation } = state.choices;
  const isFresh =
    freshInstallation === 'always' || (freshInstallation === 'template' && template.isFresh);
  return addCycle(state, accountId, { template, binding: { isFresh, prefersName: false } });
}

/** Creates a cycle with the steps of a template, bound by the rules of `binding`. */
export function addCycle(
  state: State,
  accountId: string,
  { template, binding }: { readonly template: Template; readonly binding: Binding },
): CycleRow {
  const connectors = bindSlots(state, accountId, { template, binding });
  const cycleId = makeGuid(state, 'cycle');
  const steps = makeSteps(state, template, { cycleId, accountId });
  const row: CycleRow = {
    ...makeCycle(state, accountId, template.name),
    ...template.settings,
    id: cycleId,
    description: template.description,
    tags: template.tags,
    templateId: template.id,
    templateRelease: template.release,
    variables: makeVariables(template),
    bindings: template.steps.map((step, index) => ({
      stepId: steps[index]?.id ?? '',
      accountConnectorId: connectors.get(step.slot) ?? null,
    })),
    edges: makeEdges(state, steps),
  };
  for (const step of steps) {
    state.steps.write(step.id, cycleId, step);
  }
  writeCycle(state, row);
  return row;
}

/** Variables of a template as cycle variables. */
export function makeVariables(template: Template): readonly VariableRow[] {
  return template.variables.map(({ name, value }) => ({
    systemName: toSystemName(name),
    displayName: name,
    value,
    mappingType: value === null ? null : 'StaticValue',
    isOwn: false,
  }));
}

/** Edges that join the steps in sequence. */
export function makeEdges(state: State, steps: readonly StepRow[]): CycleRow['edges'] {
  return steps.slice(1).map((step, index) => ({
    id: makeGuid(state, 'edge'),
    tailStepId: steps[index]?.id ?? '',
    headStepId: step.id,
  }));
}
