import { Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import type { Release } from '../catalog/catalog.ts';
import { readAuthentication } from '../connectors/create-installed.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import type { CycleRow, MappingRow, StepRow } from '../cycles/cycle-row.ts';
import { readSteps } from '../cycles/find-cycle.ts';
import { findLiveTemplate } from '../templates/find-template.ts';
import type { Template, TemplateStep } from '../templates/template.ts';
import type { TemplateSource } from '../templates/written-template.ts';
import { withTemplateValues } from './with-template-values.ts';

/** Converts a cycle to an unpublished template for its export, with the cycle's own ids. */
export function toTemplate(state: State, cycle: CycleRow): Template {
  const own = toOwnTemplate(state, cycle);
  const { templateId } = cycle;
  if (state.choices.exportedValues === 'own' || templateId === null) {
    return own;
  }
  const template = findLiveTemplate(state, templateId);
  return template === undefined ? own : withTemplateValues(own, template);
}

function toOwnTemplate(state: State, cycle: CycleRow): Template {
  const steps = readSteps(state, cycle);
  const { id, name, shareable, stepErrorAction, collectionSplitType, logStepDataRequests } = cycle;
  return {
    id,
    name,
    description: cycle.description ?? '',
    tags: cycle.tags,
    isFresh: false,
    hasMinimalAnswer: false,
    isPublished: false,
    release: 1,
    settings: { shareable, stepErrorAction, collectionSplitType, logStepDataRequests },
    variables: cycle.variables.map(({ displayName, value }) => ({ name: displayName, value })),
    steps: steps.map((step) => toTemplateStep(state, { cycle, steps, step })),
  };
}

interface StepLocation {
  readonly cycle: CycleRow;
  readonly steps: readonly StepRow[];
  readonly step: StepRow;
}

function toTemplateStep(state: State, location: StepLocation): TemplateStep {
  const { cycle, step } = location;
  const release = readReleaseOfStep(state, step);
  const { exportedSlot } = state.choices;
  const bound = cycle.bindings.find(({ stepId }) => stepId === step.id)?.accountConnectorId ?? null;
  const installed = bound === null ? undefined : findInstalled(state, cycle.accountId, bound);
  const viewAll = (items: StepRow['method']['fields']) =>
    new Map(
      items.flatMap((item) => {
        const mapping = step.mappings[item.id];
        return mapping === undefined
          ? []
          : [[item.key, toTemplateSource(location, mapping)] as const];
      }),
    );
  return {
    id: step.id,
    name: step.name,
    description: step.description ?? '',
    // Steps that share an installed connector share a slot; without one, each kind is a slot.
    slot: installed === undefined ? release.name : String(installed.id),
    connectorName: exportedSlot === 'connector' ? release.name : (installed?.name ?? release.name),
    ...(exportedSlot === 'installed' ? { accountConnectorId: installed?.id ?? null } : {}),
    release,
    authentication:
      installed === undefined
        ? release.defaultAuthentication
        : readAuthentication(release, installed),
    method: step.method,
    parameters: viewAll(step.method.parameters),
    fields: viewAll(step.method.fields),
  };
}

/** The id of a method belongs to one release (SPEC 9). */
function readReleaseOfStep(state: State, step: StepRow): Release {
  const release = state.releases.find(({ methods }) =>
    methods.some(({ id }) => id === step.method.id),
  );
  if (release === undefined) {
    throw new Refusal(400, `The connector of step '${step.name}' is not there any more.`);
  }
  return release;
}

function toTemplateSource({ cycle, steps }: StepLocation, mapping: MappingRow): TemplateSource {
  const { isLaunchVisible, value } = mapping;
  switch (mapping.type) {
    case 'StaticValue':
      return { isLaunchVisible, kind: 'value', value };
    case 'ValueList':
      return { isLaunchVisible, kind: 'option', option: value };
    case 'Ignore':
      return { isLaunchVisible, kind: 'ignore' };
    case 'Lookup': {
      const { triggerValue, triggerValueDisplayName: label } = mapping;
      return { isLaunchVisible, kind: 'lookup', value: triggerValue, label };
    }
    case 'Variable': {
      const named = cycle.variables.find(({ systemName }) => systemName === value);
      return { isLaunchVisible, kind: 'variable', variable: named?.displayName ?? value ?? '' };
    }
    case 'PreviousStep': {
      const index = steps.findIndex(({ id }) => id === mapping.sourceStepId);
      const field = steps[index]?.method.responseFields.find(
        ({ id }) => id === mapping.sourceFieldId,
      );
      return field === undefined
        ? { isLaunchVisible, kind: 'ignore' }
        : { isLaunchVisible, kind: 'step', index, location: field.key };
    }
  }
}
