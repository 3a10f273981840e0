import { checkAccount } from './check-account.ts';
import { checkApi } from './check-api.ts';
import { checkTemplate } from './check-template.ts';
import { checkUnique, type Placed, toPlaced } from './check-unique.ts';
import { listTargets } from './look-up.ts';
import type { World, WorldConnector, WorldMethod, WorldRelease } from './world.ts';
import type { WorldProblem } from './world-error.ts';

/** Rules beyond the schema: unique names, and names that must exist. */
export function checkWorld(world: World): readonly WorldProblem[] {
  const connectors = world.connectors ?? [];
  const templates = world.templates ?? [];
  const releases = connectors.flatMap((each, index) =>
    each.releases.map((release, position) => ({
      value: release,
      path: ['connectors', index, 'releases', position],
    })),
  );
  return [
    ...checkUnique(toPlaced(world.clients ?? [], ['clients']), (client) => client.clientId),
    ...checkUnique(toPlaced(connectors, ['connectors']), (connector) => connector.name),
    ...checkUnique(releases, (release) => release.id),
    ...checkUnique(
      releases.flatMap(({ value, path }) => toPlaced(value.methods ?? [], [...path, 'methods'])),
      (method) => method.id,
    ),
    ...toPlaced(connectors, ['connectors']).flatMap(checkConnector),
    ...toPlaced(connectors, ['connectors']).flatMap(checkApi),
    ...checkUnique(toPlaced(world.folders ?? [], ['folders']), (folder) => folder.id),
    ...checkUnique(toPlaced(templates, ['templates']), (template) => template.id),
    ...toPlaced(templates, ['templates']).flatMap((each) => checkTemplate(world, each)),
    ...checkUnique(toPlaced(world.accounts ?? [], ['accounts']), (account) => account.id),
    ...toPlaced(world.accounts ?? [], ['accounts']).flatMap((each) => checkAccount(world, each)),
  ];
}

function checkConnector({
  value: connector,
  path,
}: Placed<WorldConnector>): readonly WorldProblem[] {
  const authentication = toPlaced(connector.authentication ?? [], [...path, 'authentication']);
  const defaults = authentication.filter(({ value }) => value.default);
  const releases = toPlaced(connector.releases, [...path, 'releases']);
  return [
    ...checkUnique(authentication, (each) => each.name),
    ...defaults.slice(1).map((each) => ({
      kind: 'rule' as const,
      path: each.path,
      message: `${connector.name} marks two authentication types as its default.`,
    })),
    ...checkUnique(releases, (release) => release.version),
    ...releases.flatMap(checkRelease),
  ];
}

function checkRelease({ value: release, path }: Placed<WorldRelease>): readonly WorldProblem[] {
  const methods = toPlaced(release.methods ?? [], [...path, 'methods']);
  return [
    ...checkUnique(
      toPlaced(release.properties ?? [], [...path, 'properties']),
      (each) => each.name,
    ),
    ...checkUnique(methods, (method) => method.name),
    ...methods.flatMap(checkTargets),
  ];
}

// Refuse custom targets, because fieldmappings lists all of them and no source says that a method
// lists fewer.
function checkTargets({ value, path }: Placed<WorldMethod>): readonly WorldProblem[] {
  return toPlaced(listTargets(value), [...path, 'fields']).flatMap(({ value: field, path: at }) =>
    typeof field !== 'string' && field.custom === true
      ? [{ kind: 'rule', path: at, message: 'Only a response field can be a custom field.' }]
      : [],
  );
}
