import { type Address, parseObjectAddress } from '../../../model/address.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { type AccountDiff, findDeposed } from '../../../model/diff/field-diff.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { type Setting, unmanaged } from '../../../model/setting.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';
import { observeAccount } from '../../observe/observe-account.ts';
import type { RunContext } from '../../observe/run-context.ts';
import { fromDesired } from '../../observe/source.ts';

/** Observes an account again, as an answer. */
export async function observeAgain(
  full: RunContext,
  before: Pick<AccountDiff, 'desired' | 'part'>,
): Promise<Answer<AccountDiff>> {
  const { desired } = before;
  const observation = await observeAccount(full, fromDesired(before));
  if (observation.kind === 'observed') return { ok: true, value: observation.diff };
  const message = observation.diagnostics.map((item) => item.summary).join('; ');
  return {
    ok: false,
    failure: {
      kind: 'unexpected-shape',
      message,
      tries: 1,
      request: { method: 'GET', path: `(${desired.key})`, account: desired.id },
    },
  };
}

/** One object of an account to observe, and a reader of lists that it only refers to. */
export type OneObject = {
  readonly diff: AccountDiff;
  readonly object: Address;
  readonly lists: ServiceReader;
};

/**
 * Observes one object of an account by its id, so that an apply of many objects never lists all of
 * them for each. Reads the lists where cycles are replaced, or state has no id.
 */
export async function observeAlone(
  context: RunContext,
  { diff, object, lists }: OneObject,
): Promise<Answer<AccountDiff>> {
  const narrow = { ...diff, desired: onlyFor(diff.desired, object) };
  const isReplaced = toReplacement(object) !== null || findDeposed(diff, object).length > 0;
  if (isReplaced) return observeAgain(context, narrow);
  const { key, address } = diff.desired;
  const connectors = diff.connectors.map((each) => each.address);
  const used = parseObjectAddress(object)?.kind === 'connector' ? [] : connectors;
  const state = await context.store.readState(key, [address, ...used, object]);
  const record = state.objects.get(object);
  if (record === undefined) return observeAgain(context, narrow);
  const store = { ...context.store, readState: async () => state };
  const reader = { ...context.reader, ...readAlone(context.reader, record, lists) };
  return observeAgain({ ...context, store, reader }, narrow);
}

function readAlone(
  reader: ServiceReader,
  { kind, remoteId }: ObjectRecord,
  lists: ServiceReader,
): Partial<ServiceReader> {
  if (kind === 'account') return {};
  if (kind === 'connector') {
    const read = (account: RemoteId) => reader.readConnector(account, remoteId);
    return { listConnectors: listOnly(read, (account) => reader.listConnectors(account)) };
  }
  const read = (account: RemoteId) => reader.readCycle(account, remoteId);
  return {
    listCycles: listOnly(read, (account) => reader.listCycles(account)),
    listConnectors: (account) => lists.listConnectors(account),
  };
}

// The list where a read by id fails, as in a service that offers none.
function listOnly<T>(
  read: (account: RemoteId) => Promise<Answer<T | null>>,
  list: (account: RemoteId) => Promise<Answer<readonly T[]>>,
): (account: RemoteId) => Promise<Answer<readonly T[]>> {
  return async (account) => {
    const found = await read(account);
    if (!found.ok) return list(account);
    return { ok: true, value: found.value === null ? [] : [found.value] };
  };
}

// Limits the desired side to one object, and to the connectors that a cycle may use.
function onlyFor(desired: DesiredAccount, object: Address): DesiredAccount {
  const kind = parseObjectAddress(object)?.kind;
  return {
    ...desired,
    cycles: kind === 'cycle' ? onlyOne(desired.cycles, object) : unmanaged,
    connectors: kind === 'connector' ? onlyOne(desired.connectors, object) : desired.connectors,
  };
}

function onlyOne<T extends { readonly address: Address }>(
  entries: Setting<ReadonlyMap<string, T>>,
  object: Address,
): Setting<ReadonlyMap<string, T>> {
  if (entries.kind !== 'set') return entries;
  return {
    kind: 'set',
    value: new Map([...entries.value].filter(([, entry]) => entry.address === object)),
  };
}
