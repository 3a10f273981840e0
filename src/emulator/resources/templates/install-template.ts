import { type Call, param } from '../../http/call.ts';
import { answer, type Reply } from '../../http/reply.ts';
import { makeGuid, type State } from '../../state/state.ts';
import type { CycleRow, StepRow, VariableRow } from '../cycles/cycle-row.ts';
import { newCycle } from '../cycles/cycles.ts';
import { writeCycle } from '../cycles/find-cycle.ts';
import { presentCycle } from '../cycles/present-cycle.ts';
import { toSystemName } from '../cycles/variables.ts';
import { type Binding, bindSlots } from './bind-slots.ts';
import { copySteps } from './copy-steps.ts';
import { readTemplate } from './find-template.ts';
import type { Template } from './template.ts';

/**
 * POST /templates/{id}/install: a paused cycle, and the connectors that the account lacks, not
 * authenticated (SPEC 4.6, SERVICE A.4 [T], E.1 [D]). What its body may say is not known and
 * not looked at.
 */
export function installTemplate(call: Call): Reply {
  const template = readTemplate(call.state, param(call, 'templateId'));
  const row = addFromTemplate(call.state, call.accountId, template);
  return answer(
    template.hasMinimalAnswer
      ? { Id: row.id, Name: row.name, Status: row.status }
      : presentCycle(call.state, row),
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
  const steps = copySteps(state, template, { cycleId, accountId });
  const row: CycleRow = {
    ...newCycle(state, accountId, template.name),
    ...template.settings,
    id: cycleId,
    description: template.description,
    tags: template.tags,
    templateId: template.id,
    templateRelease: template.release,
    variables: copyVariables(template),
    bindings: template.steps.map((step, index) => ({
      stepId: steps[index]?.id ?? '',
      accountConnectorId: connectors.get(step.slot) ?? null,
    })),
    edges: joinSteps(state, steps),
  };
  for (const step of steps) {
    state.steps.write(step.id, cycleId, step);
  }
  writeCycle(state, row);
  return row;
}

/** The variables of a template as those of a cycle. */
export function copyVariables(template: Template): readonly VariableRow[] {
  return template.variables.map(({ name, value }) => ({
    systemName: toSystemName(name),
    displayName: name,
    value,
    mappingType: value === null ? null : 'StaticValue',
    isOwn: false,
  }));
}

/** Edges that run the steps one after the other. */
export function joinSteps(state: State, steps: readonly StepRow[]): CycleRow['edges'] {
  return steps.slice(1).map((step, index) => ({
    id: makeGuid(state, 'edge'),
    tailStepId: steps[index]?.id ?? '',
    headStepId: step.id,
  }));
}
