import { type AccountFinder, readAccounts } from '../../../engine/live/read-accounts.ts';
import { renameObjects } from '../../../engine/match/rename-objects.ts';
import { findAccount } from '../../../engine/observe/find-account.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { isFoundBy } from '../../../engine/observe/find-live-account.ts';
import { resolveHere } from '../../../engine/observe/resolve-here.ts';
import type { Run } from '../../../engine/run/make-plan.ts';
import { mapInOrder } from '../../../kit/tasks/map-in-order.ts';
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { type Answer, isNotOffered, writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveConnector, LiveCycle, RemoteId } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountMemory } from '../../../model/memory/memory.ts';
import type { AccountStatus } from '../../../model/report/status.ts';
import { toCycleStatuses } from './to-cycle-statuses.ts';
import { listOauth, listUnsettled, toWaits } from './to-waits.ts';

/** What a status looks at, and the time that next runs are reckoned from (ISO UTC). */
export type StatusRun = Omit<Run, 'looking'> & {
  readonly looking: Omit<Run['looking'], 'rewrite'>;
  readonly now: string;
};

/**
 * How the cycles of each account are, many accounts at a time, in the order of names. It costs the page of the cycles of
 * each account, and no more: one that is remembered is not looked for, and connectors are asked for only where no cycle
 * tells whether one is signed in.
 */
export async function* runStatus(run: StatusRun): AsyncGenerator<AccountStatus, void, undefined> {
  const { looking, named, now } = run;
  let finder: Promise<Answer<AccountFinder>> | null = null;
  const find: AccountFinder = async (ids) => {
    finder ??= readAccounts(looking.reader, named ?? 'all');
    const found = await finder;
    return found.ok ? found.value(ids) : found;
  };
  const asking = { ...looking, findAccount: find, now };
  yield* mapInOrder(run.entries, run.width, (entry) => readStatus(asking, entry));
}

type Asking = StatusRun['looking'] & {
  readonly findAccount: AccountFinder;
  readonly now: string;
};

async function readStatus(asking: Asking, entry: AccountEntry): Promise<AccountStatus> {
  const account = entry.key;
  const unread = (diagnostics: readonly Diagnostic[]): AccountStatus => {
    return { kind: 'unread', account, diagnostics };
  };
  const { document, diagnostics } = await findDocument(asking, entry);
  if (document === null) return unread(diagnostics);
  const desired = await resolveHere(asking, document);
  if (desired === null) throw new Error(`${account} was selected and has no id`);
  const place = await findPlace(asking, desired);
  if ('refused' in place) return unread([place.refused]);
  const found = await readFound(asking, { desired, ...place });
  if ('refused' in found) return unread([found.refused]);
  const { id, memory, cycles, connectors } = found;
  const isGone = id === null && memory.objects.has(desired.address);
  // What was installed in an account that is gone went with it.
  const left = isGone ? { ...memory, objects: new Map() } : memory;
  return {
    kind: 'read',
    account,
    isThere: id !== null,
    ...(isGone ? { isGone: true } : {}),
    cycles: toCycleStatuses({ desired, memory, live: cycles }, asking.now),
    waits: toWaits({ desired, memory: left, cycles, connectors }),
  };
}

type Place = { readonly id: RemoteId | null; readonly memory: AccountMemory };

// Of one that is bound to the account that the manifest names, the list of its cycles tells whether it is there.
async function findPlace(
  asking: Asking,
  desired: DesiredAccount,
): Promise<Place | { readonly refused: Diagnostic }> {
  const memory = await asking.store.readMemory(desired.key);
  const record = memory.objects.get(desired.address);
  if (record !== undefined && isFoundBy(record, desired.id)) {
    const renamed = renameObjects(memory, desired);
    return { id: record.remoteId, memory: renamed.memory };
  }
  const search = await findAccount(asking, desired);
  if (search.kind === 'refused') return { refused: search.diagnostic };
  if (search.kind === 'unread')
    return { refused: reportUnread(desired, writeFailure(search.failure)) };
  return { id: search.account?.id ?? null, memory: search.memory };
}

// The service lets nobody into an account that was deleted: whether it is that, the list of accounts tells.
async function readFound(
  asking: Asking,
  sought: Place & { readonly desired: DesiredAccount },
): Promise<(Place & Live) | { readonly refused: Diagnostic }> {
  const { desired, id, memory } = sought;
  const live = await readLive(asking, sought);
  if (live.ok) return { id, memory, ...live.value };
  const { failure } = live;
  if (['unauthorized', 'forbidden', 'not-found'].includes(failure.kind)) {
    const search = await findAccount(asking, desired);
    if (search.kind === 'found' && search.account === null) {
      return { id: null, memory: search.memory, cycles: [], connectors: [] };
    }
  }
  return { refused: reportUnread(desired, writeFailure(failure)) };
}

type Live = {
  readonly cycles: readonly LiveCycle[];
  /** Null where they were not asked for, or the service has no list of them. */
  readonly connectors: readonly LiveConnector[] | null;
};

async function readLive(
  { reader }: Asking,
  { desired, id, memory }: Place & { readonly desired: DesiredAccount },
): Promise<Answer<Live>> {
  if (id === null) return { ok: true, value: { cycles: [], connectors: [] } };
  const cycles = await reader.listCycles(id);
  if (!cycles.ok) return cycles;
  const told = { memory, cycles: cycles.value };
  if (listUnsettled(listOauth(desired), told).length === 0) {
    return { ok: true, value: { cycles: cycles.value, connectors: null } };
  }
  const connectors = await reader.listConnectors(id);
  if (isNotOffered(connectors))
    return { ok: true, value: { cycles: cycles.value, connectors: null } };
  return connectors.ok
    ? { ok: true, value: { cycles: cycles.value, connectors: connectors.value } }
    : connectors;
}

function reportUnread(desired: DesiredAccount, why: string): Diagnostic {
  return {
    code: 'unread',
    severity: 'error',
    summary: `The account could not be read: ${why}`,
    address: desired.address,
    remedy: 'Nothing is known of its cycles; run the command again.',
  };
}
