import { bindReferences } from '../templates/bind-references.ts';
import type { Template, TemplateStep } from '../templates/template.ts';
import type { TemplateSource } from '../templates/written-template.ts';

/**
 * A cycle as a template, with the mappings and values of the template that it was made from, by the
 * ids of the cycle. Steps pair by name and connector; others keep their own.
 */
export function withTemplateValues(cycle: Template, template: Template): Template {
  const pairs = pairSteps(cycle, template);
  const given = new Map(template.variables.map(({ name, value }) => [name, value]));
  return {
    ...cycle,
    variables: cycle.variables.map(({ name, value }) => {
      const of = given.get(name);
      return { name, value: of === undefined ? value : of };
    }),
    steps: cycle.steps.map((step) => {
      const from = pairs.find((pair) => pair.step === step)?.from;
      const move = (sources: TemplateStep['parameters']) =>
        new Map(
          [...sources].map(([key, source]) => [
            key,
            moveSource(source, { cycle, template, pairs }),
          ]),
        );
      return from === undefined
        ? step
        : { ...step, parameters: move(from.parameters), fields: move(from.fields) };
    }),
  };
}

/** A step of a cycle, and that of the template that it was made from. */
interface StepPair {
  readonly step: TemplateStep;
  readonly from: TemplateStep;
}

function pairSteps(cycle: Template, template: Template): readonly StepPair[] {
  const left = [...template.steps];
  return cycle.steps.flatMap((step) => {
    const index = left.findIndex(
      ({ name, release }) => name === step.name && release.name === step.release.name,
    );
    const [from] = index < 0 ? [] : left.splice(index, 1);
    return from === undefined ? [] : [{ step, from }];
  });
}

/** Source in the cycle; one of a step that the cycle lacks is ignored, as in its own export. */
function moveSource(
  source: TemplateSource,
  {
    cycle,
    template,
    pairs,
  }: {
    readonly cycle: Template;
    readonly template: Template;
    readonly pairs: readonly StepPair[];
  },
): TemplateSource {
  if (source.kind === 'step') {
    const { isLaunchVisible, location } = source;
    const pair = pairs.find(({ from }) => from === template.steps[source.index]);
    return pair === undefined
      ? { isLaunchVisible, kind: 'ignore' }
      : { isLaunchVisible, kind: 'step', index: cycle.steps.indexOf(pair.step), location };
  }
  if (source.kind !== 'value' || source.value === null) {
    return source;
  }
  const value = bindReferences(source.value, ({ stepId, fieldId }) => {
    const pair = pairs.find(({ from }) => from.id === stepId);
    const key = pair?.from.method.responseFields.find(({ id }) => id === fieldId)?.key;
    const field = pair?.step.method.responseFields.find((item) => item.key === key);
    return pair === undefined || field === undefined
      ? undefined
      : { stepId: pair.step.id, fieldId: field.id };
  });
  return { ...source, value };
}
