import { findNearest, writeNearest } from '../../kit/text/nearest.ts';
import { type FieldPath, fieldAddress, splitPath } from '../../model/address.ts';
import type { BoundConnector } from '../../model/desired/bound.ts';
import type { DesiredConnector } from '../../model/desired/desired.ts';
import type { Refusal } from '../../model/diagnostic/code-stops.ts';
import type { MissedName } from '../../model/diff/missed-name.ts';
import type { DesiredField } from '../../model/fields/field-value.ts';
import type { ConnectorRelease } from '../../model/live/live.ts';
import { findLatest } from '../../model/live/release.ts';

/**
 * Finds each desired connector in the catalogue, with its authentication type and properties. One that is installed is
 * read whether or not the catalogue still has it.
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
  const release = chooseRelease(connector, releases);
  if (release === null) {
    return {
      desired: connector,
      release,
      authenticationId: null,
      // What no catalogue marks may be a secret.
      sensitive: new Set(listProperties(connector).map(({ name }) => name)),
      refusals: [reportUnknownConnector(connector, releases)],
      missed: new Map(),
    };
  }
  const authentication = chooseAuthentication(connector, release);
  return {
    desired: connector,
    release,
    authenticationId: authentication.kind === 'chosen' ? authentication.id : null,
    sensitive: new Set(
      release.properties.filter((item) => item.isSensitive).map((item) => item.name),
    ),
    refusals: [
      ...(authentication.kind === 'wrong' ? [authentication.diagnostic] : []),
      ...refuseTexts(connector, release),
    ],
    missed: findMissed(connector, release),
  };
}

function chooseRelease(
  connector: DesiredConnector,
  releases: readonly ConnectorRelease[],
): ConnectorRelease | null {
  const { name, version } = connector.connector;
  return findLatest(
    releases.filter(
      (release) => release.name === name && (version === null || release.version === version),
    ),
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
    return {
      code: 'connector-version-unknown',
      severity: 'error',
      summary: `"${name}" has no version "${version}"`,
      at,
      address: connector.address,
      remedy: `Versions on offer: ${[...new Set(versions)].map((item) => `"${item}"`).join(', ')}.`,
    };
  }
  return {
    code: 'connector-unknown',
    severity: 'error',
    summary: `The catalogue has no connector "${name}"`,
    at,
    address: connector.address,
    remedy:
      writeNearest(
        name,
        releases.map((release) => release.name),
      ) ?? 'The catalogue of this service is empty.',
  };
}

type Authentication =
  | { readonly kind: 'chosen'; readonly id: string }
  | { readonly kind: 'default' }
  | { readonly kind: 'wrong'; readonly diagnostic: Refusal };

function chooseAuthentication(
  connector: DesiredConnector,
  release: ConnectorRelease,
): Authentication {
  if (connector.authentication === null) return { kind: 'default' };
  const found = release.authentications.find((item) => item.name === connector.authentication);
  if (found !== undefined) return { kind: 'chosen', id: found.id };
  const offered = release.authentications.map((item) => `"${item.name}"`).join(', ');
  return {
    kind: 'wrong',
    diagnostic: {
      code: 'authentication-unknown',
      severity: 'error',
      summary: `"${release.name}" has no authentication type "${connector.authentication}"`,
      at: connector.at,
      address: connector.address,
      remedy: offered === '' ? 'It has none; remove the line.' : `It offers ${offered}.`,
    },
  };
}

type Property = { readonly name: string; readonly field: DesiredField };

function listProperties(connector: DesiredConnector): readonly Property[] {
  return [...connector.fields.values()].flatMap((field): Property[] => {
    const [room, name = ''] = splitPath(field.path);
    return room === 'properties' ? [{ name, field }] : [];
  });
}

function findMissed(
  connector: DesiredConnector,
  release: ConnectorRelease,
): ReadonlyMap<FieldPath, MissedName> {
  const names = release.properties.map((item) => item.name);
  const missed = new Map<FieldPath, MissedName>();
  for (const { name, field } of listProperties(connector)) {
    if (names.includes(name)) continue;
    const near = findNearest(name, names);
    missed.set(field.path, {
      lost: { thing: 'property', name, step: null, isSeveral: false, near },
      diagnostic: {
        code: 'property-unknown',
        severity: 'error',
        summary: `"${release.name}" has no property "${name}"`,
        at: field.at,
        address: fieldAddress(connector.address, field.path),
        remedy: writeNearest(name, names) ?? 'It has none; remove the line.',
      },
    });
  }
  return missed;
}

function refuseTexts(connector: DesiredConnector, release: ConnectorRelease): Refusal[] {
  return listProperties(connector).flatMap(({ name, field }): Refusal[] => {
    const property = release.properties.find((item) => item.name === name);
    if (property?.isSensitive !== true || field.value.kind === 'secret') return [];
    return [
      {
        code: 'secret-as-text',
        severity: 'error',
        summary: `The property "${name}" of "${release.name}" is a secret and stands here as text`,
        at: field.at,
        address: fieldAddress(connector.address, field.path),
        masked: true,
        remedy: `Write a reference: ${name}: {env: NAME_OF_A_VARIABLE}. Then change the secret, since it is in Git.`,
      },
    ];
  });
}
