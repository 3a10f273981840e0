import { type Body, withDefault } from '../../http/body/body.ts';
import { type Call, readParam } from '../../http/call.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { makeNumber, type State } from '../../state/state.ts';
import type { Authentication, Release } from '../catalog/catalog.ts';
import { findByIdOrName, findRelease } from '../catalog/find-release.ts';
import { writeInstalled } from './find-installed.ts';
import type { InstalledRow } from './installed-row.ts';
import { addProperty } from './property-rules.ts';
import { toInstalledJson } from './to-installed-json.ts';

/**
 * POST /connectors/{idOrName}/install: a name installs the latest release (SPEC 4.3, SERVICE A.2).
 */
export function createInstalled(call: Call): Reply {
  const release = findByIdOrName(call.state.releases, readParam(call, 'connector'));
  if (release === undefined) {
    throw makeNotFound('The connector');
  }
  const row = addInstalled(call.state, call.accountId, { release, body: call.body });
  return makeReply(toInstalledJson(call.state, row));
}

/** POST /connectors/{name}/{version}/install: that version (SERVICE L [Q3]). */
export function createInstalledVersion(call: Call): Reply {
  const [name, version] = [readParam(call, 'connector'), readParam(call, 'version')];
  const release = findRelease(call.state.releases, name, version);
  if (release === undefined) {
    throw makeNotFound('The connector');
  }
  const row = addInstalled(call.state, call.accountId, { release, body: call.body });
  return makeReply(toInstalledJson(call.state, row));
}

/** Installs a release; texts and statuses as in SERVICE A.2 [T][R1]. */
export function addInstalled(
  state: State,
  accountId: string,
  { release, body }: { release: Release; body: Body },
): InstalledRow {
  if (release.isDraft) {
    throw new Refusal(400, `Connector ${release.id} is a draft and cannot be installed.`);
  }
  const given = withDefault(body.text('Name'), '');
  if (given === '' && state.choices.installWithoutName === 'refused') {
    throw new Refusal(400, 'Name is required');
  }
  const name = given === '' ? release.name : given;
  checkNameFree(state, accountId, name);
  const authentication = chooseAuthentication(
    release,
    withDefault(body.text('AuthenticationId'), ''),
  );
  const authValue = withDefault(body.text('AuthValue'), '');
  let row: InstalledRow = {
    id: makeNumber(state, 'account connector'),
    accountId,
    connectorId: release.id,
    authenticationId: authentication.id,
    name,
    description: withDefault(body.text('Description'), null),
    authValue: authValue === '' ? null : authValue,
    isAuthenticated: false,
    isPartnerIntegration:
      release.isNative || withDefault(body.boolean('IsPartnerIntegrationConnector'), false),
    properties: [],
  };
  for (const property of withDefault(body.bodies('Properties'), [])) {
    row = addProperty(state, release, { row, body: property }).row;
  }
  row = { ...row, isAuthenticated: isAuthenticated(release, row) };
  writeInstalled(state, row);
  return row;
}

/** Throws a 400 if another installed connector of the account has the name. */
export function checkNameFree(state: State, accountId: string, name: string): void {
  if (state.installed.list(accountId).some(({ value }) => value.name === name)) {
    throw new Refusal(400, `Account connector name '${name}' is in use.`);
  }
}

/**
 * True if the stored values suffice: none for a type without credentials, all required properties,
 * else a value (SPEC 3, SERVICE A.3 [T]).
 */
export function isAuthenticated(release: Release, row: InstalledRow): boolean {
  const { type } = readAuthentication(release, row);
  if (type === 'AuthFields') {
    return release.properties
      .filter((property) => property.isAccountLevel && !property.isOptional)
      .every((property) =>
        row.properties.some(({ name, value }) => name === property.name && value),
      );
  }
  return type === 'None' || row.authValue !== null;
}

/** Authentication type of the installation. */
export function readAuthentication(release: Release, row: InstalledRow): Authentication {
  const found = release.authentication.find((each) => each.id === row.authenticationId);
  return found ?? release.defaultAuthentication;
}

function chooseAuthentication(release: Release, id: string): Authentication {
  if (id === '') {
    return release.defaultAuthentication;
  }
  const found = release.authentication.find((each) => each.id === id.toLowerCase());
  if (found === undefined) {
    throw new Refusal(400, `Connector ${release.id} has no authentication with ID '${id}'.`);
  }
  return found;
}
