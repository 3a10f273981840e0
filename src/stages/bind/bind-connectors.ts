import { writeNearest } from '../../kit/nearest.ts';
import { fieldAddress, splitPath } from '../../model/address.ts';
import type { BoundConnector } from '../../model/bound.ts';
import type { DesiredConnector } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ConnectorRelease } from '../../model/live.ts';
import { findLatest } from '../../model/release.ts';

/** Finds each desired connector in the catalogue, with its authentication type and properties. */
export function bindConnectors(
  desired: ReadonlyMap<string, DesiredConnector>,
  releases: readonly ConnectorRelease[],
): { readonly bound: readonly BoundConnector[]; readonly diagnostics: readonly Diagnostic[] } {
  const bound: BoundConnector[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const connector of desired.values()) {
    const release = chooseRelease(connector, releases);
    if (release === null) {
      diagnostics.push(reportUnknownConnector(connector, releases));
      continue;
    }
    const authentication = chooseAuthentication(connector, release);
    if (authentication.kind === 'wrong') diagnostics.push(authentication.diagnostic);
    diagnostics.push(...checkProperties(connector, release));
    bound.push({
      desired: connector,
      release,
      authenticationId: authentication.kind === 'chosen' ? authentication.id : null,
      sensitive: new Set(
        release.properties.filter((item) => item.isSensitive).map((item) => item.name),
      ),
    });
  }
  return { bound, diagnostics };
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
): Diagnostic {
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
  | { readonly kind: 'wrong'; readonly diagnostic: Diagnostic };

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

function checkProperties(connector: DesiredConnector, release: ConnectorRelease): Diagnostic[] {
  return [...connector.fields.values()].flatMap((field): Diagnostic[] => {
    const [room, name = ''] = splitPath(field.path);
    if (room !== 'properties') return [];
    const address = fieldAddress(connector.address, field.path);
    const property = release.properties.find((item) => item.name === name);
    if (property === undefined) {
      const names = release.properties.map((item) => item.name);
      return [
        {
          code: 'property-unknown',
          severity: 'error',
          summary: `"${release.name}" has no property "${name}"`,
          at: field.at,
          address,
          remedy: writeNearest(name, names) ?? 'It has none; remove the line.',
        },
      ];
    }
    if (!property.isSensitive || field.value.kind === 'secret') return [];
    return [
      {
        code: 'secret-as-text',
        severity: 'error',
        summary: `The property "${name}" of "${release.name}" is a secret and stands here as text`,
        at: field.at,
        address,
        masked: true,
        remedy: `Write a reference: ${name}: {env: NAME_OF_A_VARIABLE}. Then change the secret, since it is in Git.`,
      },
    ];
  });
}
