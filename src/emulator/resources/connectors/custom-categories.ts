import { withDefault } from '../../http/body/body.ts';
import type { Call } from '../../http/call.ts';
import { makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { makeNumber, type State } from '../../state/state.ts';
import type { Method, Release } from '../catalog/catalog.ts';
import { toMethodJson } from '../catalog/to-connector-json.ts';
import { readInstalled } from './find-installed.ts';
import type { InstalledRow } from './installed-row.ts';
import { readReleaseOf } from './to-installed-json.ts';

// Custom object categories of an installed connector (SPEC 4.6). Assumption, because no source
// shows a request (SERVICE I.16): Name, Description and MethodId, a number or unique identifier; by
// default the connector's first method.

/** A custom object category. */
export interface CustomCategoryRow {
  readonly id: number;
  readonly accountConnectorId: number;
  readonly name: string;
  readonly description: string | null;
  readonly methodId: number;
}

/** POST /account/connectors/{id}/customcategories. */
export function createCustomCategory(call: Call): Reply {
  const { state, body } = call;
  const installed = readInstalled(call);
  const name = withDefault(body.text('Name'), '');
  if (name === '') {
    throw new Refusal(400, 'Name is required');
  }
  const method = chooseMethod(
    readReleaseOf(state, installed),
    withDefault(body.text('MethodId'), '').toLowerCase(),
  );
  const row: CustomCategoryRow = {
    id: makeNumber(state, 'custom category'),
    accountConnectorId: installed.id,
    name,
    description: withDefault(body.text('Description'), null),
    methodId: method.id,
  };
  openTable(state).write(String(row.id), installed.accountId, row);
  return makeReply({
    Id: row.id,
    Name: row.name,
    Description: row.description,
    AccountConnectorId: row.accountConnectorId,
    Method: toMethodJson(method, state.choices),
  });
}

/** Custom categories of an account, oldest first. */
export function listCustomCategories(
  state: State,
  accountId: string,
): readonly CustomCategoryRow[] {
  return openTable(state)
    .list(accountId)
    .map(({ value }) => value)
    .toSorted((left, right) => left.id - right.id);
}

/** True if an installed connector has a category with this id. */
export function hasCustomCategory(state: State, installed: InstalledRow, id: number): boolean {
  return openTable(state).read(String(id))?.accountConnectorId === installed.id;
}

/** Deletes the categories of an installed connector. */
export function deleteCustomCategories(state: State, installed: InstalledRow): void {
  for (const { id, accountConnectorId } of listCustomCategories(state, installed.accountId)) {
    if (accountConnectorId === installed.id) {
      openTable(state).remove(String(id));
    }
  }
}

function chooseMethod(release: Release, wanted: string): Method {
  const method =
    wanted === ''
      ? release.methods[0]
      : release.methods.find(
          ({ id, uniqueIdentifier }) => String(id) === wanted || uniqueIdentifier === wanted,
        );
  if (method === undefined) {
    throw new Refusal(
      400,
      wanted === ''
        ? `Connector '${release.name}' has no methods.`
        : `Connector '${release.name}' has no method with ID '${wanted}'.`,
    );
  }
  return method;
}

function openTable(state: State) {
  return state.store.table<CustomCategoryRow>('custom category');
}
