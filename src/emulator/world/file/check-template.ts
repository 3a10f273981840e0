import type { Placed } from './check-unique.ts';
import {
  describeMissing,
  describeUninstallable,
  findRelease,
  findStep,
  listSources,
  listTargets,
  parseSlot,
  readLocations,
} from './look-up.ts';
import type { World, WorldMapping, WorldMethod, WorldStep, WorldTemplate } from './world.ts';
import type { WorldPath, WorldProblem } from './world-error.ts';

/**
 * Checks that every name in a template exists: connector, version, method, position, source,
 * variable.
 */
export function checkTemplate(
  world: World,
  { value: template, path }: Placed<WorldTemplate>,
): readonly WorldProblem[] {
  return template.steps.flatMap((step, index) => {
    const stepPath = [...path, 'steps', index];
    const release = findRelease(world, parseSlot(step.connector).connector, step.version);
    if (release === undefined) {
      return [
        {
          path: [...stepPath, 'connector'],
          ...describeUninstallable(world, parseSlot(step.connector).connector, step.version),
        },
      ];
    }
    const name = step.method ?? step.name;
    const method = release.methods?.find((each) => each.name === name);
    if (method === undefined) {
      const known = (release.methods ?? []).map((each) => each.name);
      return [{ path: stepPath, ...describeMissing('method', name, known) }];
    }
    return [
      ...checkWebhookPlace(method, { index, path: stepPath }),
      ...checkMappings(world, template, { step, index, method, path: stepPath }),
    ];
  });
}

function checkWebhookPlace(
  method: WorldMethod,
  { index, path }: { index: number; path: WorldPath },
): readonly WorldProblem[] {
  return method.type === 'Webhook' && index > 0
    ? [{ kind: 'rule', path, message: 'A webhook can only be the first step.' }]
    : [];
}

interface StepLocation {
  readonly step: WorldStep;
  readonly index: number;
  readonly method: WorldMethod;
  readonly path: WorldPath;
}

function checkMappings(
  world: World,
  template: WorldTemplate,
  location: StepLocation,
): readonly WorldProblem[] {
  const parameters = (location.method.parameters ?? []).map((each) => each.name);
  const fields = readLocations(listTargets(location.method));
  const checkSources = (
    part: 'parameters' | 'fields',
    [key, mapping]: [string, WorldMapping],
    known: readonly string[],
  ) => {
    const path = [...location.path, part, key];
    const source = checkSource(world, { template, index: location.index, mapping });
    return [
      ...(known.includes(key) ? [] : [describeMissing(part.slice(0, -1), key, known)]),
      ...(source === undefined ? [] : [source]),
    ].map((words) => ({ path, ...words }));
  };
  return [
    ...Object.entries(location.step.parameters ?? {}).flatMap((each) =>
      checkSources('parameters', each, parameters),
    ),
    ...Object.entries(location.step.fields ?? {}).flatMap((each) =>
      checkSources('fields', each, fields),
    ),
  ];
}

function checkSource(
  world: World,
  { template, index, mapping }: { template: WorldTemplate; index: number; mapping: WorldMapping },
): ReturnType<typeof describeMissing> | undefined {
  if (typeof mapping === 'string') {
    return undefined;
  }
  if ('variable' in mapping) {
    const known = Object.keys(template.variables ?? {});
    return known.includes(mapping.variable)
      ? undefined
      : describeMissing('variable', mapping.variable, known);
  }
  if (!('step' in mapping)) {
    return undefined;
  }
  const earlier = template.steps.slice(0, index);
  const position = findStep(
    earlier.map((step) => step.name),
    mapping.step,
  );
  const source = position === undefined ? undefined : earlier[position];
  if (source === undefined) {
    return describeMissing(
      'earlier step',
      mapping.step,
      earlier.map((step) => step.name),
    );
  }
  const release = findRelease(world, parseSlot(source.connector).connector, source.version);
  const method = release?.methods?.find((each) => each.name === (source.method ?? source.name));
  const known = method === undefined ? [] : readLocations(listSources(method));
  return known.includes(mapping.field)
    ? undefined
    : describeMissing(`response field of '${mapping.step}'`, mapping.field, known);
}
