import type { State } from '../../state/state.ts';
import type { Release } from '../catalog/catalog.ts';
import { toReleaseJson } from '../catalog/to-connector-json.ts';
import type { InstalledRow, PropertyRow } from './installed-row.ts';

const mask = '********';

/** An installed connector (SPEC 2.4, SERVICE A.3 [D]). A choice decides about secrets. */
export function toInstalledJson(state: State, row: InstalledRow): unknown {
  const release = readReleaseOf(state, row);
  const authValue =
    row.authValue !== null && state.choices.authValueOnRead === 'masked' ? mask : row.authValue;
  return {
    Id: row.id,
    Name: row.name,
    Description: row.description,
    ...(state.choices.authValueOnRead === 'absent' ? {} : { AuthValue: authValue }),
    Authenticated: row.isAuthenticated,
    Connector: toReleaseJson(release),
    IsPartnerIntegrationConnector: row.isPartnerIntegration ?? release.isNative,
    Properties: row.properties.map((property) => toPropertyJson(state, row, property)),
    CustomFields: [],
  };
}

/** A property (SERVICE A.3 [T]); a choice decides about sensitive values. */
export function toPropertyJson(state: State, row: InstalledRow, property: PropertyRow): unknown {
  const isMasked =
    property.value !== null &&
    state.choices.sensitivePropertyOnRead === 'masked' &&
    isSensitive(readReleaseOf(state, row), property.name);
  return {
    Id: property.id,
    Name: property.name,
    Value: isMasked ? mask : property.value,
    AccountConnectorId: row.id,
  };
}

/** True if the catalog marks the property as sensitive. */
export function isSensitive(release: Release, property: string): boolean {
  return release.properties.some((each) => each.name === property && each.isSensitive);
}

/** Release of an installed connector. */
export function readReleaseOf(state: State, row: InstalledRow): Release {
  const release = state.releases.find((each) => each.id === row.connectorId);
  if (release === undefined) {
    throw new Error(`Connector ${row.connectorId} is installed but not in the catalog.`);
  }
  return release;
}
