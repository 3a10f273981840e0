import { checkUnique, type Placed, toPlaced } from './check-unique.ts';
import { describeMissing, describeUninstallable, findRelease, parseSlot } from './look-up.ts';
import type { World, WorldAccount, WorldInstalledConnector, WorldInstalledCycle } from './world.ts';
import type { WorldProblem } from './world-error.ts';

/** Checks that the objects of an account are installable from catalog and templates. */
export function checkAccount(
  world: World,
  { value: account, path }: Placed<WorldAccount>,
): readonly WorldProblem[] {
  const connectors = toPlaced(account.connectors ?? [], [...path, 'connectors']);
  const cycles = toPlaced(account.cycles ?? [], [...path, 'cycles']);
  return [
    ...checkUnique(connectors, (each) => each.name ?? each.connector),
    ...connectors.flatMap((each) => checkInstalled(world, each)),
    ...cycles.flatMap((each) => checkCycle(world, each)),
  ];
}

function checkInstalled(
  world: World,
  { value: installed, path }: Placed<WorldInstalledConnector>,
): readonly WorldProblem[] {
  const release = findRelease(world, installed.connector, installed.version);
  if (release === undefined) {
    const words = describeUninstallable(world, installed.connector, installed.version);
    return [{ path: [...path, 'connector'], ...words }];
  }
  const connector = world.connectors?.find((each) => each.name === installed.connector);
  const types = (connector?.authentication ?? []).map((each) => each.name);
  const properties = (release.properties ?? [])
    .filter((each) => each.accountLevel ?? true)
    .map((each) => each.name);
  return [
    ...(installed.authentication === undefined || types.includes(installed.authentication)
      ? []
      : [
          {
            path: [...path, 'authentication'],
            ...describeMissing('authentication type', installed.authentication, types),
          },
        ]),
    ...Object.keys(installed.properties ?? {})
      .filter((name) => !properties.includes(name))
      .map((name) => ({
        path: [...path, 'properties', name],
        ...describeMissing('account connector property', name, properties),
      })),
  ];
}

function checkCycle(
  world: World,
  { value: cycle, path }: Placed<WorldInstalledCycle>,
): readonly WorldProblem[] {
  const template = world.templates?.find((each) => each.name === cycle.template);
  if (template === undefined) {
    const known = (world.templates ?? []).map((each) => each.name);
    return [{ path: [...path, 'template'], ...describeMissing('template', cycle.template, known) }];
  }
  const variables = Object.keys(template.variables ?? {});
  return [
    ...Object.keys(cycle.variables ?? {})
      .filter((name) => !variables.includes(name))
      .map((name) => ({
        path: [...path, 'variables', name],
        ...describeMissing('variable', name, variables),
      })),
    ...checkActive(world, { value: cycle, path }),
  ];
}

function checkActive(
  world: World,
  { value: cycle, path }: Placed<WorldInstalledCycle>,
): readonly WorldProblem[] {
  const first = world.templates?.find((each) => each.name === cycle.template)?.steps[0];
  const release =
    first === undefined
      ? undefined
      : findRelease(world, parseSlot(first.connector).connector, first.version);
  const method = release?.methods?.find((each) => each.name === (first?.method ?? first?.name));
  const { active } = cycle;
  const needsInterval = active !== undefined && !active.runOnce && method?.type !== 'Webhook';
  return needsInterval && active.interval === undefined
    ? [
        {
          kind: 'rule',
          path: [...path, 'active'],
          message: 'An active cycle needs an interval or runOnce.',
          remedy: 'Write active: {interval: 15} (in minutes) or active: {runOnce: true}.',
        },
      ]
    : [];
}
