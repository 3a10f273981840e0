import { type Body, update, withDefault } from '../../http/body/body.ts';
import { Refusal } from '../../http/reply.ts';
import { makeNumber, type State } from '../../state/state.ts';
import type { ConnectorProperty, Release } from '../catalog/catalog.ts';
import type { InstalledRow, PropertyRow } from './installed-row.ts';

/** Adds a property by its name, the TargetName; ignores an Id (SERVICE A.3 [T]). */
export function addProperty(
  state: State,
  release: Release,
  { row, body }: { row: InstalledRow; body: Body },
): { readonly row: InstalledRow; readonly property: PropertyRow } {
  const { name } = checkProperty(release, withDefault(body.text('Name'), ''));
  if (row.properties.some((each) => each.name === name)) {
    throw new Refusal(400, `Account connector property '${name}' is in use.`);
  }
  const property: PropertyRow = {
    id: makeNumber(state, 'property'),
    name,
    value: withDefault(body.text('Value'), null),
  };
  return { row: { ...row, properties: [...row.properties, property] }, property };
}

/** Applies a partial update; a new name must be a property of the connector. */
export function applyProperty(release: Release, stored: PropertyRow, body: Body): PropertyRow {
  const { name } = checkProperty(release, withDefault(body.text('Name'), stored.name));
  return { ...stored, name, value: update(stored.value, body.text('Value')) };
}

function checkProperty(release: Release, name: string): ConnectorProperty {
  const property = release.properties.find((each) => each.name === name);
  if (property === undefined) {
    throw new Refusal(400, `There is not a connector property that matches name '${name}'.`);
  }
  if (!property.isAccountLevel) {
    throw new Refusal(
      400,
      `Connector property name '${name}' is not an account connector property.`,
    );
  }
  return property;
}
