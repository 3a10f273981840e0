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
 * POST /templates/{id}/install: a paused cycle, and the connectors that the account lacks, not
 * authenticated (SPEC 4.6, SERVICE A.4 [T], E.1 [D]). What its body may say is not known and
 * not looked at.
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

/** Makes a cycle of a template, with ids of its own. */
export function addFromTemplate(state: State, accountId: string, template: Template): CycleRow {
  const { freshInstallation } = state.choices;
  const isFresh =
    freshInstallation === 'always' || (freshInstallation === 'template' && template.isFresh);
  return addCycle(state, accountId, { template, binding: { isFresh, prefersName: false } });
}

/** Makes a cycle with the steps of a template, its connectors bound as `binding` says. */
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

/** The variables of a template as those of a cycle. */
export function makeVariables(template: Template): readonly VariableRow[] {
  return template.variables.map(({ name, value }) => ({
    systemName: toSystemName(name),
    displayName: name,
    value,
    mappingType: value === null ? null : 'StaticValue',
    isOwn: false,
  }));
}

/** Edges that run the steps one after the other. */
export function makeEdges(state: State, steps: readonly StepRow[]): CycleRow['edges'] {
  return steps.slice(1).map((step, index) => ({
    id: makeGuid(state, 'edge'),
    tailStepId: steps[index]?.id ?? '',
    headStepId: step.id,
  }));
}
