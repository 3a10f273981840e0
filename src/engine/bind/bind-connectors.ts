import { formatNearest, listNearest } from '../../kit/text/nearest.ts';
import { type FieldPath, parsePath, toFieldAddress } from '../../model/address.ts';
import type { BoundConnector } from '../../model/desired/bound.ts';
import type { DesiredConnector } from '../../model/desired/desired.ts';
import { type Diagnostic, type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UnresolvedName } from '../../model/diff/unresolved-name.ts';
import type { DesiredField } from '../../model/fields/field-value.ts';
import { type ConnectorRelease, findLatestRelease } from '../../model/live/live.ts';
import { checkSignIn, signInPath } from './check-sign-in.ts';
import { checkValue } from './check-value.ts';

/**
 * Binds each desired connector to the catalog, with its authentication type and properties.
 * Installed connectors are also read if the catalog lacks them.
 */
export function bindConnectors(
  desired: ReadonlyMap<string, DesiredConnector>,
  releases: readonly ConnectorRelease[],
): readonly BoundConnector[] {
  return [...desired.values()].map((connector) => bindConnector(connector, releases));
}

function bindConnector(
  connector: DesiredConnector,
  releases: readonly ConnectorRelease[],
): BoundConnector {
  const named = releases.filter(({ name }) => name === connector.connector.name);
  const latest = findLatestRelease(named);
  const release = selectRelease(connector, named);
  if (release === null) {
    return {
      desired: connector,
      release,
      latest,
      authenticationId: null,
      // Properties that no catalog marks may be secrets.
      sensitive: new Set(listProperties(connector).map(({ name }) => name)),
      refusals: [reportUnknownConnector(connector, releases)],
      unresolved: new Map(),
    };
  }
  const authentication = selectAuthentication(connector, release);
  const signIn = checkSignIn(connector, release);
  return {
    desired: connector,
    release,
    latest,
    authenticationId: authentication.kind === 'chosen' ? authentication.id : null,
    sensitive: new Set(
      release.properties.filter((item) => item.isSensitive).map((item) => item.name),
    ),
    refusals: [
      ...(authentication.kind === 'wrong' ? [authentication.diagnostic] : []),
      ...checkTexts(connector, release),
    ],
    unresolved: listUnresolved(connector, release),
    warnings: new Map([
      ...(signIn === null || authentication.kind === 'wrong'
        ? []
        : [[signInPath, signIn] as const]),
      ...listPropertyWarnings(connector, release),
    ]),
  };
}

function selectRelease(
  { connector: { version } }: DesiredConnector,
  named: readonly ConnectorRelease[],
): ConnectorRelease | null {
  return findLatestRelease(
    named.filter((release) => version === null || release.version === version),
  );
}

function reportUnknownConnector(
  connector: DesiredConnector,
  releases: readonly ConnectorRelease[],
): Refusal {
  const { name, version, at } = connector.connector;
  const versions = releases
    .filter((release) => release.name === name)
    .map((release) => release.version ?? '');
  if (versions.length > 0) {
    return reportError('connector-version-unknown', {
      summary: `"${name}" has no version "${version}"`,
      at,
      address: connector.address,
      remedy: `Available versions: ${[...new Set(versions)].map((item) => `"${item}"`).join(', ')}.`,
    });
  }
  return reportError('connector-unknown', {
    summary: `The catalog has no connector "${name}"`,
    at,
    address: connector.address,
    remedy:
      formatNearest(
        name,
        releases.map((release) => release.name),
      ) ?? 'The catalog of this service is empty.',
  });
}

type Authentication =
  | { readonly kind: 'chosen'; readonly id: string }
  | { readonly kind: 'default' }
  | { readonly kind: 'wrong'; readonly diagnostic: Refusal };

function selectAuthentication(
  connector: DesiredConnector,
  release: ConnectorRelease,
): Authentication {
  if (connector.authentication === null) return { kind: 'default' };
  const found = release.authentications.find((item) => item.name === connector.authentication);
  if (found !== undefined) return { kind: 'chosen', id: found.id };
  const offered = release.authentications.map((item) => `"${item.name}"`).join(', ');
  return {
    kind: 'wrong',
    diagnostic: reportError('authentication-unknown', {
      summary: `"${release.name}" has no authentication type "${connector.authentication}"`,
      at: connector.at,
      address: connector.address,
      remedy:
        offered === ''
          ? 'It has no authentication types: remove the line.'
          : `It offers ${offered}.`,
    }),
  };
}

type Property = { readonly name: string; readonly field: DesiredField };

function listProperties(connector: DesiredConnector): readonly Property[] {
  return [...connector.fields.values()].flatMap((field): Property[] => {
    const [section, name = ''] = parsePath(field.path);
    return section === 'properties' ? [{ name, field }] : [];
  });
}

function listUnresolved(
  connector: DesiredConnector,
  release: ConnectorRelease,
): ReadonlyMap<FieldPath, UnresolvedName> {
  const names = release.properties.map((item) => item.name);
  const missed = new Map<FieldPath, UnresolvedName>();
  for (const { name, field } of listProperties(connector)) {
    if (names.includes(name)) continue;
    const near = listNearest(name, names);
    missed.set(field.path, {
      lost: { thing: 'property', name, step: null, isSeveral: false, near },
      diagnostic: reportError('property-unknown', {
        summary: `"${release.name}" has no property "${name}"`,
        at: field.at,
        address: toFieldAddress(connector.address, field.path),
        remedy: formatNearest(name, names) ?? 'It has no properties: remove the line.',
      }),
    });
  }
  return missed;
}

function listPropertyWarnings(
  connector: DesiredConnector,
  release: ConnectorRelease,
): (readonly [FieldPath, Diagnostic])[] {
  return listProperties(connector).flatMap(({ name, field }) => {
    const property = release.properties.find((item) => item.name === name);
    const { value, path, at } = field;
    if (property?.isSensitive !== false || value.kind !== 'plain') return [];
    if (typeof value.value !== 'string') return [];
    const address = toFieldAddress(connector.address, path);
    const warning = checkValue({ name, text: value.value, at, address }, property);
    return warning === null ? [] : [[path, warning] as const];
  });
}

function checkTexts(connector: DesiredConnector, release: ConnectorRelease): Refusal[] {
  return listProperties(connector).flatMap(({ name, field }): Refusal[] => {
    const property = release.properties.find((item) => item.name === name);
    if (property?.isSensitive !== true || field.value.kind === 'secret') return [];
    return [
      reportError('secret-as-text', {
        summary: `The property "${name}" of "${release.name}" is a secret in plain text`,
        at: field.at,
        address: toFieldAddress(connector.address, field.path),
        masked: true,
        remedy: `Write a reference: ${name}: {env: NAME_OF_A_VARIABLE}. Then rotate the secret, because it is in Git.`,
      }),
    ];
  });
}
