import { type Call, readParam } from '../../http/call.ts';
import { makeListReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, type Reply } from '../../http/reply.ts';
import { isAuthenticated, readAuthentication } from './create-installed.ts';
import { readInstalled, writeInstalled } from './find-installed.ts';
import type { InstalledRow, PropertyRow } from './installed-row.ts';
import { addProperty, applyProperty } from './property-rules.ts';
import { readReleaseOf, toPropertyJson } from './to-installed-json.ts';

/** GET /account/connectors/{id}/properties. */
export function listProperties(call: Call): Reply {
  const row = readInstalled(call);
  return makeListReply(
    call,
    row.properties.map((each) => ({ id: each.id, name: each.name, value: each })),
    (property) => toPropertyJson(call.state, row, property),
  );
}

/** POST answers 200 (SERVICE A.3 [T]). */
export function createProperty(call: Call): Reply {
  const stored = readInstalled(call);
  const release = readReleaseOf(call.state, stored);
  const { row, property } = addProperty(call.state, release, { row: stored, body: call.body });
  writeProperties(call, row);
  return makeReply(toPropertyJson(call.state, row, property));
}

/** GET .../properties/{propertyId}. */
export function describeProperty(call: Call): Reply {
  const { row, property } = readProperty(call);
  return makeReply(toPropertyJson(call.state, row, property));
}

/** PUT .../properties/{propertyId}: a partial update; ignores an Id in the body. */
export function updateProperty(call: Call): Reply {
  const { row, property } = readProperty(call);
  const changed = applyProperty(readReleaseOf(call.state, row), property, call.body);
  const properties = row.properties.map((each) => (each.id === property.id ? changed : each));
  writeProperties(call, { ...row, properties });
  return makeReply(toPropertyJson(call.state, row, changed));
}

/** DELETE .../properties/{propertyId}. */
export function deleteProperty(call: Call): Reply {
  const { row, property } = readProperty(call);
  writeProperties(call, {
    ...row,
    properties: row.properties.filter((each) => each.id !== property.id),
  });
  return makeReply({});
}

/** Saves the properties, which may decide if the connector is authenticated. */
function writeProperties(call: Call, row: InstalledRow): void {
  const release = readReleaseOf(call.state, row);
  const isByProperties = readAuthentication(release, row).type === 'AuthFields';
  writeInstalled(
    call.state,
    isByProperties ? { ...row, isAuthenticated: isAuthenticated(release, row) } : row,
  );
}

function readProperty(call: Call): { row: InstalledRow; property: PropertyRow } {
  const row = readInstalled(call);
  const id = Number(readParam(call, 'propertyId'));
  const property = row.properties.find((each) => each.id === id);
  if (property === undefined) {
    throw makeNotFound('The property');
  }
  return { row, property };
}
