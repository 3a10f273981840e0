import { sampleAppNames } from '../../apps/sample-app.ts';
import { type Placed, toPlaced } from './check-unique.ts';
import { describeMissing } from './look-up.ts';
import type { WorldConnector, WorldMethod, WorldRelease } from './world.ts';
import type { WorldPath, WorldProblem } from './world-error.ts';

/** Checks that the methods of a connector can be called. */
export function checkApi({
  value: connector,
  path,
}: Placed<WorldConnector>): readonly WorldProblem[] {
  if (connector.api === undefined) {
    return [];
  }
  const releases = toPlaced(connector.releases, [...path, 'releases']);
  return [
    ...checkBaseUrl(connector, connector.api.baseUrl, [...path, 'api', 'baseUrl']),
    ...releases.flatMap(({ value: release, path: releasePath }) =>
      toPlaced(release.methods ?? [], [...releasePath, 'methods']).flatMap((method) =>
        checkMethod(release, method),
      ),
    ),
  ];
}

function checkBaseUrl(
  connector: WorldConnector,
  baseUrl: string,
  path: WorldPath,
): readonly WorldProblem[] {
  const app = /^app:(.+)$/.exec(baseUrl)?.[1];
  const properties = listProperties(connector.releases);
  const host = /^https?:\/\/([^/]*)/.exec(baseUrl)?.[1] ?? '';
  // Next to other letters, a property could change a host name.
  const isTorn = /[^./]\{\{|\}\}[^./:]/.test(host);
  return [
    ...(app === undefined || sampleAppNames.some((name) => name === app)
      ? []
      : [describeMissing('sample app', app, sampleAppNames)]),
    ...[...baseUrl.matchAll(/\{\{([^{}]+)\}\}/g)]
      .map(([, name = '']) => name.trim())
      .filter((name) => !properties.includes(name))
      .map((name) => describeMissing('property', name, properties)),
    ...(isTorn ? [toRule('In a host, {{NAME}} stands for whole names between dots.')] : []),
  ].map((words) => ({ path, ...words }));
}

function checkMethod(
  release: WorldRelease,
  { value: method, path }: Placed<WorldMethod>,
): readonly WorldProblem[] {
  const merge = [
    ...listProperties([release]),
    ...(method.parameters ?? [])
      .filter((each) => each.target === 'MergeField')
      .map(({ name }) => name),
  ];
  const used = [...(method.endpoint ?? '').matchAll(/\{\{?([^{}]+)\}\}?/g)].map(([, name = '']) =>
    name.trim(),
  );
  return [
    ...used
      .filter((name) => !merge.includes(name))
      .map((name) => ({
        path: [...path, 'endpoint'],
        ...describeMissing('merge field', name, merge),
      })),
    ...((method.fields ?? []).length === 0 || !isGet(method)
      ? []
      : [{ path: [...path, 'fields'], ...toRule('A GET has no body, so it takes no fields.') }]),
    ...(method.script === undefined || (method.type ?? 'Action') !== 'Action'
      ? []
      : [{ path: [...path, 'script'], ...toRule('Only a script or a webhook has a script.') }]),
  ];
}

function toRule(message: string): Pick<WorldProblem, 'kind' | 'message'> {
  return { kind: 'rule', message };
}

function listProperties(releases: readonly WorldRelease[]): readonly string[] {
  return [
    ...new Set(releases.flatMap(({ properties = [] }) => properties.map(({ name }) => name))),
  ];
}

/** True for a GET; a script has no request of its own. */
function isGet({ type = 'Action', endpoint = '' }: WorldMethod): boolean {
  return type === 'Action' && endpoint.startsWith('GET ');
}
