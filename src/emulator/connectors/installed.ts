import { type Body, update, valueOr } from '../door/body.ts';
import { answer, type Call, notFound, param, Refusal, type Reply } from '../door/call.ts';
import { answerPage } from '../door/paging.ts';
import type { State } from '../state.ts';
import { isAuthenticated, readAuthentication, refuseNameInUse } from './install-connector.ts';
import type { InstalledRow } from './installed-row.ts';
import { presentInstalled, readReleaseOf } from './present-installed.ts';

export function listInstalled(call: Call): Reply {
  const rows = call.state.installed.list(call.accountId);
  return answerPage(
    call,
    rows.map(({ value }) => ({ id: value.id, name: value.name, value })),
    (row) => presentInstalled(call.state, row),
  );
}

export function getInstalled(call: Call): Reply {
  return answer(presentInstalled(call.state, readInstalled(call)));
}

/** A partial update; setting AuthValue authenticates (SERVICE A.3 [T]). */
export function updateInstalled(call: Call): Reply {
  const row = applyUpdate(call.state, readInstalled(call), call.body);
  writeInstalled(call.state, row);
  return answer(presentInstalled(call.state, row));
}

/** Forgets the credential and stops the cycles that use it (SERVICE A.3 [T], effects [C]). */
export function deauthenticateInstalled(call: Call): Reply {
  const row = readInstalled(call);
  const { type } = readAuthentication(readReleaseOf(call.state, row), row);
  writeInstalled(call.state, { ...row, authValue: null, isAuthenticated: type === 'None' });
  return answer({ Message: `Connector '${row.name}' successfully de-authenticated.` });
}

export function deleteInstalled(call: Call): Reply {
  const row = readInstalled(call);
  call.state.installed.remove(String(row.id));
  return answer({});
}

export function readInstalled(call: Call): InstalledRow {
  const row = findInstalled(call.state, call.accountId, param(call, 'accountConnectorId'));
  if (row === undefined) {
    throw notFound('The account connector');
  }
  return row;
}

/** An installed connector of this account; one of another account does not exist here. */
export function findInstalled(
  state: State,
  accountId: string,
  id: string | number,
): InstalledRow | undefined {
  const row = state.installed.read(String(Number(id)));
  return row?.accountId === accountId ? row : undefined;
}

export function writeInstalled(state: State, row: InstalledRow): void {
  state.installed.write(String(row.id), row.accountId, row);
}

function applyUpdate(state: State, stored: InstalledRow, body: Body): InstalledRow {
  const name = valueOr(body.text('Name'), stored.name);
  if (name === '') {
    throw new Refusal(400, 'Name is required');
  }
  if (name !== stored.name) {
    refuseNameInUse(state, stored.accountId, name);
  }
  const description = update(stored.description, body.text('Description'));
  const given = body.text('AuthValue');
  if (given.kind === 'absent') {
    return { ...stored, name, description };
  }
  const authValue = valueOr(given, '') === '' ? null : valueOr(given, null);
  const row: InstalledRow = { ...stored, name, description, authValue };
  return { ...row, isAuthenticated: isAuthenticated(readReleaseOf(state, row), row) };
}
