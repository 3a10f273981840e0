import type { Address } from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import { type Answer, isNotOffered } from '../../model/diagnostic/api-failure.ts';
import type { LiveAccount, RemoteId } from '../../model/live/live.ts';
import type { AccountListing } from '../../model/live/reading.ts';
import type { ServiceReader } from '../../model/ports.ts';
import type { AccountState, ObjectRecord } from '../../model/state/account-state.ts';
import { restoreConnectors } from './restore-account.ts';

type Listed = { readonly id: RemoteId };

/**
 * Reads the lists that a manifest manages; connectors also if only cycles are managed, and cycles if
 * a connector of ours is to be deleted: one of them may use it.
 */
export async function readListing(
  reader: ServiceReader,
  asked: {
    readonly desired: DesiredAccount;
    readonly account: LiveAccount | null;
    readonly state: AccountState;
  },
): Promise<Answer<AccountListing>> {
  const { desired, account, state } = asked;
  const managesCycles = desired.cycles.kind === 'set';
  const managesConnectors = desired.connectors.kind === 'set' || managesCycles;
  if (account === null) {
    return { ok: true, value: listNothing(state, { managesConnectors, managesCycles }) };
  }
  const readsCycles = managesCycles || hasDeletes(asked);
  const [listed, cycles] = await Promise.all([
    managesConnectors ? reader.listConnectors(account.id) : null,
    readsCycles ? reader.listCycles(account.id) : null,
  ]);
  if (cycles !== null && !cycles.ok) return cycles;
  const connectors =
    listed !== null && isNotOffered(listed)
      ? { ok: true as const, value: restoreConnectors(state, cycles?.value ?? [], desired) }
      : listed;
  if (connectors !== null && !connectors.ok) return connectors;
  const gone = new Set<Address>();
  const ids = {
    connector: connectors && new Set(connectors.value.map(({ id }) => id)),
    cycle: cycles && new Set(cycles.value.map(({ id }) => id)),
    account: null,
  };
  for (const record of state.objects.values()) {
    const listed = ids[record.kind];
    if (listed === null || listed.has(record.remoteId)) continue;
    const witness = await confirmDeleted(reader, account.id, record);
    if (!witness.ok) return witness;
    gone.add(record.address);
  }
  return {
    ok: true,
    value: { connectors: connectors?.value ?? null, cycles: cycles?.value ?? null, gone },
  };
}

function hasDeletes({
  desired: { connectors },
  state,
}: {
  readonly desired: DesiredAccount;
  readonly state: AccountState;
}): boolean {
  if (connectors.kind !== 'set') return false;
  const kept = new Set([...connectors.value.values()].map(({ address }) => address));
  return [...state.objects.values()].some(
    ({ kind, address }) => kind === 'connector' && !kept.has(address),
  );
}

function listNothing(
  state: AccountState,
  managed: { readonly managesConnectors: boolean; readonly managesCycles: boolean },
): AccountListing {
  return {
    connectors: managed.managesConnectors ? [] : null,
    cycles: managed.managesCycles ? [] : null,
    gone: new Set(state.objects.keys()),
  };
}

// An object of ours that a list lacks is gone only if its id returns 404; otherwise the list is
// incomplete and proves nothing.
async function confirmDeleted(
  reader: ServiceReader,
  account: RemoteId,
  record: ObjectRecord,
): Promise<Answer<null>> {
  const answer: Answer<Listed | null> =
    record.kind === 'connector'
      ? await reader.readConnector(account, record.remoteId)
      : await reader.readCycle(account, record.remoteId);
  if (!answer.ok) return answer;
  if (answer.value === null) return { ok: true, value: null };
  const path = record.kind === 'connector' ? '/account/connectors' : '/cycles';
  return {
    ok: false,
    failure: {
      kind: 'unexpected-shape',
      request: { method: 'GET', path, account },
      tries: 1,
      message: `the list lacks ${record.kind} ${record.remoteId}, which exists; the list is incomplete`,
    },
  };
}
