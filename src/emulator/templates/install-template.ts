import type { Method, Release } from '../catalogue/catalogue.ts';
import { addInstalled } from '../connectors/install-connector.ts';
import type { CycleRow, MappingRow, StepRow, VariableRow } from '../cycles/cycle-row.ts';
import { newCycle } from '../cycles/cycles.ts';
import { writeCycle } from '../cycles/find-cycle.ts';
import { presentCycle } from '../cycles/present-cycle.ts';
import { toSystemName } from '../cycles/variables.ts';
import { Body } from '../door/body.ts';
import { answer, type Call, param, type Reply } from '../door/call.ts';
import { makeGuid, makeNumbers, type State } from '../state.ts';
import { emptyMapping } from '../steps/mapping-rules.ts';
import type { Template, TemplateSource, TemplateStep } from './template.ts';
import { readTemplate } from './templates.ts';

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
  const connectors = bindSlots(state, accountId, template);
  const cycleId = makeGuid(state, 'cycle');
  const variables = template.variables.map(
    ({ name, value }): VariableRow => ({
      systemName: toSystemName(name),
      displayName: name,
      value,
      mappingType: value === null ? null : 'StaticValue',
    }),
  );
  const steps = copySteps(state, template, { cycleId, accountId });
  const row: CycleRow = {
    ...newCycle(state, accountId, template.name),
    id: cycleId,
    description: template.description,
    tags: template.tags,
    templateId: template.id,
    variables,
    bindings: template.steps.map((step, index) => ({
      stepId: steps[index]?.id ?? '',
      accountConnectorId: connectors.get(step.slot) ?? null,
    })),
    edges: steps.slice(1).map((step, index) => ({
      id: makeGuid(state, 'edge'),
      tailStepId: steps[index]?.id ?? '',
      headStepId: step.id,
    })),
  };
  for (const step of steps) {
    state.steps.write(step.id, cycleId, step);
  }
  writeCycle(state, row);
  return row;
}

/**
 * The installed connector for each slot: the oldest of that kind, or a new one. Slots of one kind
 * share the existing one, as the service cannot know which of several is meant.
 */
function bindSlots(
  state: State,
  accountId: string,
  template: Template,
): ReadonlyMap<string, number> {
  const existing = state.installed
    .list(accountId)
    .map(({ value }) => value)
    .sort((left, right) => left.id - right.id);
  const kindOf = (connectorId: number) =>
    state.releases.find((release) => release.id === connectorId)?.name;
  const { freshInstallation } = state.choices;
  const isFresh =
    freshInstallation === 'always' || (freshInstallation === 'template' && template.isFresh);
  const bound = new Map<string, number>();
  for (const { slot, release } of template.steps) {
    if (!bound.has(slot)) {
      const found = isFresh
        ? undefined
        : existing.find((row) => kindOf(row.connectorId) === release.name);
      bound.set(slot, found?.id ?? installMissing(state, accountId, release));
    }
  }
  return bound;
}

function installMissing(state: State, accountId: string, release: Release): number {
  const names = new Set(state.installed.list(accountId).map(({ value }) => value.name));
  let name = release.name;
  for (let count = 2; names.has(name); count++) {
    name = `${release.name} ${count}`;
  }
  return addInstalled(state, accountId, { release, body: new Body({ Name: name }) }).id;
}

function copySteps(
  state: State,
  template: Template,
  owner: { cycleId: string; accountId: string },
): readonly StepRow[] {
  const copies = template.steps.map((step, index) => ({
    step,
    index,
    id: makeGuid(state, 'step'),
    method: copyMethod(state, step.method),
  }));
  return copies.map(({ step, index, id, method }) => ({
    ...owner,
    id,
    name: step.name,
    description: step.description,
    actionType: 'Action',
    displayPositionLeft: 100,
    displayPositionTop: 100 * (index + 1),
    connector: step.release.name,
    method,
    mappings: copyMappings(step, method, copies),
  }));
}

/** Ids of parameters and fields differ per instance (SERVICE C [D]). */
function copyMethod(state: State, method: Method): Method {
  const { parameters, fields, responseFields } = method;
  const total = parameters.length + fields.length + responseFields.length;
  let next = makeNumbers(state, 'parameter or field', total);
  const copy = (items: Method['fields']) => items.map((item) => ({ ...item, id: next++ }));
  return {
    ...method,
    parameters: copy(parameters),
    fields: copy(fields),
    responseFields: copy(responseFields),
  };
}

function copyMappings(
  step: TemplateStep,
  method: Method,
  copies: readonly { readonly id: string; readonly method: Method }[],
): Readonly<Record<string, MappingRow>> {
  const sources = [
    ...method.parameters.map((item) => [item.id, step.parameters.get(item.key)] as const),
    ...method.fields.map((item) => [item.id, step.fields.get(item.key)] as const),
  ];
  return Object.fromEntries(
    sources.flatMap(([id, source]) =>
      source === undefined ? [] : [[String(id), copySource(source, copies)]],
    ),
  );
}

function copySource(
  source: TemplateSource,
  copies: readonly { readonly id: string; readonly method: Method }[],
): MappingRow {
  switch (source.kind) {
    case 'value':
      return { ...emptyMapping, type: 'StaticValue', value: source.value };
    case 'variable':
      return { ...emptyMapping, type: 'Variable', value: toSystemName(source.variable) };
    case 'option':
      return { ...emptyMapping, type: 'ValueList', value: source.option };
    case 'ignore':
      return { ...emptyMapping, type: 'Ignore' };
    case 'lookup':
      return {
        ...emptyMapping,
        type: 'Lookup',
        triggerValue: source.value,
        triggerValueDisplayName: source.label,
      };
    case 'step': {
      const from = copies[source.index];
      const field = from?.method.responseFields.find((item) => item.key === source.location);
      return {
        ...emptyMapping,
        type: 'PreviousStep',
        sourceStepId: from?.id ?? null,
        sourceFieldId: field?.id ?? null,
      };
    }
  }
}
