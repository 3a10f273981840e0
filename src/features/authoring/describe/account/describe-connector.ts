import { formatYamlName } from '../../../../kit/text/format-name.ts';
import { toConnectorAddress, toFieldPath } from '../../../../model/address.ts';
import {
  type ConnectorRelease,
  findLatestRelease,
  type LiveConnector,
} from '../../../../model/live/live.ts';
import type {
  WrittenAuth,
  WrittenInstalledConnector,
  WrittenScalar,
  WrittenSecret,
} from '../../../../model/manifest/manifest.generated.ts';
import { isSensitive } from '../../../../model/secret/sensitive-texts.ts';
import type { DescribeContext } from './describe-context.ts';
import { formatName } from './manifest-notes.ts';

/**
 * Describes an installed connector as a manifest; null when impossible, with the reason in the
 * notes.
 */
export function describeConnector(
  live: LiveConnector,
  key: string,
  at: DescribeContext,
): WrittenInstalledConnector | null {
  const path = ['spec', 'connectors', key];
  const named = at.releases.filter(({ name }) => name === live.release.name);
  const latest = findLatestRelease(named);
  if (latest === null) {
    at.notes.omit(path, {
      summary: `the connector ${formatName(live.name)} uses ${formatName(live.release.name)}, which is not in the catalog`,
      remedy: 'It stays unchanged in the service. Publish its connector, and export again.',
    });
    return null;
  }
  const release = findLatestRelease(
    named.filter(({ version }) => version === live.release.version),
  );
  if (release === null) {
    at.notes.remark({
      topic: 'release',
      path: [...path, 'connector', 'version'],
      text: `Its version ${formatName(live.release.version ?? '')} is no longer available; a new install would be ${formatName(latest.version ?? '')}.`,
    });
  }
  // Says the latest version too: another environment, or a later install, may have another.
  const version = release?.version ?? null;
  const auth = describeAuth(live, { key, release: release ?? latest, at });
  const properties = describeProperties(live, { key, release: release ?? latest, at });
  return {
    connector: { name: live.release.name, ...(version === null ? {} : { version }) },
    ...(live.name === key ? {} : { displayName: live.name }),
    ...(live.description ? { description: live.description } : {}),
    ...(auth === null ? {} : { auth }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

type Part = {
  readonly key: string;
  readonly release: ConnectorRelease;
  readonly at: DescribeContext;
};

// Derives the sign-in from the only type of the catalog, because the service does not show it.
function describeAuth(live: LiveConnector, { key, release, at }: Part): WrittenAuth | null {
  const remark = (text: string, lines: readonly string[] = []) =>
    at.notes.remark({
      topic: 'sign-in',
      path: ['spec', 'connectors', key, 'auth'],
      text: text,
      lines,
    });
  const { authentications: types } = release;
  const [only] = types;
  // Returns null without a sign-in, or where properties are the sign-in.
  if (only === undefined || types.every(({ type }) => type === 'None' || type === 'AuthFields')) {
    return null;
  }
  if (types.length > 1) {
    remark(
      'It has several ways to sign in, and the service does not show which one it uses. To manage it, write one of:',
      types.flatMap(({ name, type }) => [
        `authentication: ${formatYamlName(name)}`,
        ...formatAuthLine(type),
      ]),
    );
    return null;
  }
  if (only.type.startsWith('OAuth')) {
    remark('A person signs it in, and the service does not show who. To wait for a user:', [
      ...formatAuthLine(only.type),
    ]);
    return null;
  }
  if (!live.authenticated) {
    remark('It is not signed in. To sign it in:', formatAuthLine(only.type));
    return null;
  }
  if (only.type === 'ApiKey') return { apiKey: at.names.suggest(key, 'api key') };
  if (only.type !== 'Basic') return { authValue: at.names.suggest(key, 'auth value') };
  const username = at.names.suggest(key, 'username');
  return { basic: { username, password: at.names.suggest(key, 'password') } };
}

function formatAuthLine(type: string): readonly string[] {
  if (type === 'None' || type === 'AuthFields') return [];
  if (type.startsWith('OAuth')) return ['auth: {oauth: {user: NAME}}'];
  if (type === 'ApiKey') return ['auth: {apiKey: {env: NAME}}'];
  return type === 'Basic'
    ? ['auth: {basic: {username: NAME, password: {env: NAME}}}']
    : ['auth: {authValue: {env: NAME}}'];
}

function describeProperties(
  live: LiveConnector,
  { key, release, at }: Part,
): Record<string, WrittenScalar | WrittenSecret> {
  const object = toConnectorAddress(at.key, key);
  const names = release.properties.map(({ name }) => name);
  for (const { name, value } of live.properties) {
    if (names.includes(name) || value === null) continue;
    at.notes.omit(['spec', 'connectors', key, 'properties', name], {
      summary: `the property ${formatName(name)} is not in the catalog entry of ${formatName(release.name)}`,
      remedy:
        'It stays unchanged in the service; a manifest can set only properties of the catalog.',
    });
  }
  const entries = names.flatMap((name): [string, WrittenScalar | WrittenSecret][] => {
    const value = live.properties.find((each) => each.name === name)?.value ?? null;
    if (value === null) return [];
    const path = toFieldPath('properties', name);
    const isHidden =
      (value !== '' && isSensitive(name, release.name, at.releases)) ||
      at.hidden.hasAt(
        { object, live: { kind: 'connector', id: live.id }, path },
        { name, text: value },
      );
    if (isHidden) return [[name, at.names.suggest(key, name)]];
    // Omits an empty secret, because it may be unset.
    const isEmptySecret = value === '' && isSensitive(name, release.name, at.releases);
    return isEmptySecret ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
