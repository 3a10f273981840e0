import { type Body, update, withDefault } from '../../http/body/body.ts';
import type { Call } from '../../http/call.ts';
import { makePageReply } from '../../http/paging.ts';
import { makeReply, Refusal, type Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { stopCycle } from '../cycles/activation.ts';
import type { CycleRow } from '../cycles/cycle-row.ts';
import { listCycleRows, writeCycle } from '../cycles/find-cycle.ts';
import { isRunning } from '../cycles/resolve-cycle.ts';
import { checkNameFree, isAuthenticated, readAuthentication } from './create-installed.ts';
import { deleteCustomCategories } from './custom-categories.ts';
import { readInstalled, writeInstalled } from './find-installed.ts';
import type { InstalledRow } from './installed-row.ts';
import { readReleaseOf, toInstalledJson } from './to-installed-json.ts';

/** GET /account/connectors. */
export function listInstalled(call: Call): Reply {
  const rows = call.state.installed.list(call.accountId);
  return makePageReply(
    call,
    rows.map(({ value }) => ({ id: value.id, name: value.name, value })),
    (row) => toInstalledJson(call.state, row),
  );
}

/** GET /account/connectors/{id}. */
export function describeInstalled(call: Call): Reply {
  return makeReply(toInstalledJson(call.state, readInstalled(call)));
}

/** A partial update; setting AuthValue authenticates (SERVICE A.3 [T]). */
export function updateInstalled(call: Call): Reply {
  const row = applyUpdate(call.state, readInstalled(call), call.body);
  writeInstalled(call.state, row);
  return makeReply(toInstalledJson(call.state, row));
}

/** Deletes the credential and stops the cycles that use it (SERVICE A.3 [T], effects [C]). */
export function deleteCredential(call: Call): Reply {
  const row = readInstalled(call);
  const { type } = readAuthentication(readReleaseOf(call.state, row), row);
  writeInstalled(call.state, { ...row, authValue: null, isAuthenticated: type === 'None' });
  stopCyclesUsing(call.state, row);
  return makeReply({ Message: `Connector '${row.name}' successfully de-authenticated.` });
}

/** DELETE /account/connectors/{id}; a choice decides while cycles use it (SERVICE I.26). */
export function deleteInstalled(call: Call): Reply {
  const row = readInstalled(call);
  const users = listCyclesUsing(call.state, row);
  const { connectorDeleteInUse } = call.state.choices;
  const inTheWay =
    connectorDeleteInUse === 'used refused'
      ? users
      : users.filter((each) => connectorDeleteInUse === 'running refused' && isRunning(each));
  if (inTheWay.length > 0) {
    throw new Refusal(409, `Connector '${row.name}' is used by cycle '${inTheWay[0]?.name}'.`);
  }
  deleteCustomCategories(call.state, row);
  call.state.installed.remove(String(row.id));
  return makeReply({});
}

/** Stops the active cycles that use a connector, and drops their queues. */
export function stopCyclesUsing(state: State, installed: InstalledRow): void {
  const nowMs = state.clock.nowMs();
  for (const cycle of listCyclesUsing(state, installed)) {
    if (cycle.status === 'Active') {
      writeCycle(state, stopCycle(cycle, nowMs, false));
    }
  }
}

function listCyclesUsing(state: State, installed: InstalledRow): readonly CycleRow[] {
  return listCycleRows(state, installed.accountId).filter(
    (cycle) =>
      cycle.status !== 'DeleteScheduled' &&
      cycle.bindings.some((each) => each.accountConnectorId === installed.id),
  );
}

function applyUpdate(state: State, stored: InstalledRow, body: Body): InstalledRow {
  const name = withDefault(body.text('Name'), stored.name);
  if (name === '') {
    throw new Refusal(400, 'Name is required');
  }
  if (name !== stored.name) {
    checkNameFree(state, stored.accountId, name);
  }
  const description = update(stored.description, body.text('Description'));
  const given = body.text('AuthValue');
  if (given.kind === 'absent') {
    return { ...stored, name, description };
  }
  const authValue = withDefault(given, '') === '' ? null : withDefault(given, null);
  const row: InstalledRow = { ...stored, name, description, authValue };
  return { ...row, isAuthenticated: isAuthenticated(readReleaseOf(state, row), row) };
}
