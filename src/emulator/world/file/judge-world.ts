import { judgeAccount } from './judge-account.ts';
import { judgeApi } from './judge-api.ts';
import { judgeTemplate } from './judge-template.ts';
import { judgeUnique, type Placed, place } from './judge-unique.ts';
import { listTargets } from './look-up.ts';
import type { World, WorldConnector, WorldMethod, WorldRelease } from './world.ts';
import type { WorldProblem } from './world-error.ts';

/** What the schema cannot say: names that must be different, and names that must exist. */
export function judgeWorld(world: World): readonly WorldProblem[] {
  const connectors = world.connectors ?? [];
  const templates = world.templates ?? [];
  const releases = connectors.flatMap((each, index) =>
    each.releases.map((release, place) => ({
      value: release,
      path: ['connectors', index, 'releases', place],
    })),
  );
  return [
    ...judgeUnique(place(world.clients ?? [], ['clients']), (client) => client.clientId),
    ...judgeUnique(place(connectors, ['connectors']), (connector) => connector.name),
    ...judgeUnique(releases, (release) => release.id),
    ...judgeUnique(
      releases.flatMap(({ value, path }) => place(value.methods ?? [], [...path, 'methods'])),
      (method) => method.id,
    ),
    ...place(connectors, ['connectors']).flatMap(judgeConnector),
    ...place(connectors, ['connectors']).flatMap(judgeApi),
    ...judgeUnique(place(world.folders ?? [], ['folders']), (folder) => folder.id),
    ...judgeUnique(place(templates, ['templates']), (template) => template.id),
    ...place(templates, ['templates']).flatMap((each) => judgeTemplate(world, each)),
    ...judgeUnique(place(world.accounts ?? [], ['accounts']), (account) => account.id),
    ...place(world.accounts ?? [], ['accounts']).flatMap((each) => judgeAccount(world, each)),
  ];
}

function judgeConnector({
  value: connector,
  path,
}: Placed<WorldConnector>): readonly WorldProblem[] {
  const authentication = place(connector.authentication ?? [], [...path, 'authentication']);
  const defaults = authentication.filter(({ value }) => value.default);
  const releases = place(connector.releases, [...path, 'releases']);
  return [
    ...judgeUnique(authentication, (each) => each.name),
    ...defaults.slice(1).map((each) => ({
      kind: 'rule' as const,
      path: each.path,
      message: `${connector.name} marks two authentication types as its default.`,
    })),
    ...judgeUnique(releases, (release) => release.version),
    ...releases.flatMap(judgeRelease),
  ];
}

function judgeRelease({ value: release, path }: Placed<WorldRelease>): readonly WorldProblem[] {
  const methods = place(release.methods ?? [], [...path, 'methods']);
  return [
    ...judgeUnique(place(release.properties ?? [], [...path, 'properties']), (each) => each.name),
    ...judgeUnique(methods, (method) => method.name),
    ...methods.flatMap(judgeTargets),
  ];
}

// What takes a value is told by fieldmappings; nothing says that a method lists less.
function judgeTargets({ value, path }: Placed<WorldMethod>): readonly WorldProblem[] {
  return place(listTargets(value), [...path, 'fields']).flatMap(({ value: field, path: at }) =>
    typeof field !== 'string' && field.custom === true
      ? [{ kind: 'rule', path: at, message: 'Only a response field can be a custom field.' }]
      : [],
  );
}
