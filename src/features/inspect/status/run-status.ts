import { type AccountFinder, openAccountFinder } from '../../../engine/live/open-account-finder.ts';
import { readReleases } from '../../../engine/live/read-releases.ts';
import { resolveRenames } from '../../../engine/match/resolve-renames.ts';
import { findAccount } from '../../../engine/observe/find-account.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { isFoundBy } from '../../../engine/observe/find-live-account.ts';
import { resolveForRun } from '../../../engine/observe/resolve-for-run.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import { toCycleStatuses } from '../../../engine/run/reads/to-cycle-statuses.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { DesiredAccount, DesiredConnector } from '../../../model/desired/desired.ts';
import { type Answer, formatFailure, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';
import type { LiveConnector, LiveCycle, RemoteId } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountStatus, UsedConnector } from '../../../model/report/status.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { listBehind, type ReleaseLister } from './list-behind.ts';

type SignInFacts = { readonly state: AccountState; readonly cycles: readonly LiveCycle[] };

/** Run of a status, with the time to estimate next runs from (ISO UTC). */
export type StatusRun = Omit<Run, 'context'> & {
  readonly context: Omit<Run['context'], 'rewrite'>;
  readonly now: string;
};

/**
 * Reads the cycles of each account, in the order of names, and the catalog once. Lists connectors
 * only where no cycle shows a sign-in.
 */
export async function* runStatus(run: StatusRun): AsyncGenerator<AccountStatus, void, undefined> {
  const { context, named, now } = run;
  let finder: Promise<Answer<AccountFinder>> | null = null;
  const find: AccountFinder = async (ids) => {
    finder ??= openAccountFinder(context.reader, named ?? 'all');
    const found = await finder;
    return found.ok ? found.value(ids) : found;
  };
  // A refused catalog is not asked again by each account.
  let releases: ReturnType<typeof readReleases> | null = null;
  const listReleases = (through: RemoteId | null) => {
    releases ??= readReleases(context.reader, through);
    return releases;
  };
  const asking = { ...context, findAccount: find, listReleases, now };
  const found = runInOrder(run.entries, run.width, async (entry) => {
    const status = await readStatus(asking, entry);
    const isLeftOut =
      status.kind === 'read' && run.live?.isSelected(entry, status.cycles) === false;
    return isLeftOut ? null : status;
  });
  for await (const status of found) {
    if (status === null) run.live?.leaveOut();
    else yield status;
  }
}

type StatusContext = StatusRun['context'] & {
  readonly findAccount: AccountFinder;
  readonly listReleases: ReleaseLister;
  readonly now: string;
};

async function readStatus(asking: StatusContext, entry: AccountEntry): Promise<AccountStatus> {
  const account = entry.key;
  const unread = (diagnostics: readonly Diagnostic[]): AccountStatus => {
    return { kind: 'unread', account, diagnostics };
  };
  const { document, diagnostics } = await findDocument(asking, entry);
  if (document === null) return unread(diagnostics);
  const desired = await resolveForRun(asking, document);
  if (desired === null) throw new Error(`${account} was selected and has no id`);
  const place = await findAccountState(asking, desired);
  if ('refused' in place) return unread([place.refused]);
  const found = await readFound(asking, { desired, ...place });
  if ('refused' in found) return unread([found.refused]);
  const { id, state, cycles, connectors } = found;
  const isGone = id === null && state.objects.has(desired.address);
  // Drops state entries of objects in an account that is gone.
  const left = isGone ? { ...state, objects: new Map() } : state;
  return {
    kind: 'read',
    account,
    isThere: id !== null,
    ...(isGone ? { isGone: true } : {}),
    ...(desired.isLeaving === true ? { isLeaving: true } : {}),
    cycles:
      id === null && desired.isLeaving === true
        ? []
        : toCycleStatuses({ desired, state, live: cycles }, asking.now),
    connectors: listUsed(cycles, state),
    waits: toWaits({ desired, state: left, cycles, connectors }),
    ...(await listBehind(asking, { id, state, cycles })),
  };
}

/** Lists the connectors that cycles use, each once. */
function listUsed(
  cycles: readonly LiveCycle[],
  { objects }: AccountState,
): readonly UsedConnector[] {
  const bound = new Map([...objects.values()].map((each) => [each.remoteId, each.address]));
  const used = new Map(
    cycles.flatMap(({ connectors }) =>
      connectors.map(({ id, authenticated }) => [id, authenticated] as const),
    ),
  );
  return [...used].map(([id, isSignedIn]) => ({ address: bound.get(id) ?? null, id, isSignedIn }));
}

type KnownAccount = { readonly id: RemoteId | null; readonly state: AccountState };

// Skips the lookup of an account that state binds to the id of the manifest, because its list of
// cycles shows if it exists.
async function findAccountState(
  asking: StatusContext,
  desired: DesiredAccount,
): Promise<KnownAccount | { readonly refused: Diagnostic }> {
  const state = await asking.store.readState(desired.key);
  const record = state.objects.get(desired.address);
  if (record !== undefined && isFoundBy(record, desired.id)) {
    const renamed = resolveRenames(state, desired);
    return { id: record.remoteId, state: renamed.state };
  }
  const search = await findAccount(asking, desired);
  if (search.kind === 'refused') return { refused: search.diagnostic };
  if (search.kind === 'unread')
    return { refused: reportUnread(desired, formatFailure(search.failure)) };
  return { id: search.account?.id ?? null, state: search.state };
}

// Looks up the account after a refusal, because the service refuses access to a deleted one.
async function readFound(
  asking: StatusContext,
  sought: KnownAccount & { readonly desired: DesiredAccount },
): Promise<(KnownAccount & Live) | { readonly refused: Diagnostic }> {
  const { desired, id, state } = sought;
  const live = await readLive(asking, sought);
  if (live.ok) return { id, state, ...live.value };
  const { failure } = live;
  if (['unauthorized', 'forbidden', 'not-found'].includes(failure.kind)) {
    const search = await findAccount(asking, desired);
    if (search.kind === 'found' && search.account === null) {
      return { id: null, state: search.state, cycles: [], connectors: [] };
    }
  }
  return { refused: reportUnread(desired, formatFailure(failure)) };
}

type Live = {
  readonly cycles: readonly LiveCycle[];
  /** Null when not requested, or not offered by the service. */
  readonly connectors: readonly LiveConnector[] | null;
};

async function readLive(
  { reader }: StatusContext,
  { desired, id, state }: KnownAccount & { readonly desired: DesiredAccount },
): Promise<Answer<Live>> {
  if (id === null) return { ok: true, value: { cycles: [], connectors: [] } };
  const cycles = await reader.listCycles(id);
  if (!cycles.ok) return cycles;
  const reported = { state, cycles: cycles.value };
  if (listUndetermined(listOauth(desired), reported).length === 0) {
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
  return reportError('unread', {
    summary: `The account could not be read: ${why}`,
    address: desired.address,
    remedy: 'The status of its cycles is unknown; run the command again.',
  });
}

/** Lists connectors of a manifest that a person signs in. */
function listOauth({ connectors }: DesiredAccount): readonly DesiredConnector[] {
  if (connectors.kind !== 'set') return [];
  return [...connectors.value.values()].filter(({ auth }) => auth.kind === 'oauth');
}

/** Lists those whose sign-in neither state nor a cycle shows. */
function listUndetermined(
  wanted: readonly DesiredConnector[],
  reported: SignInFacts,
): readonly DesiredConnector[] {
  return wanted.filter((connector) => isSignedIn(connector, reported) === null);
}

/**
 * Lists connectors of an account that wait for a person; `connectors` are the live ones, if
 * requested.
 */
function toWaits({
  desired,
  connectors,
  ...facts
}: SignInFacts & {
  readonly desired: DesiredAccount;
  readonly connectors: readonly LiveConnector[] | null;
}): readonly PendingConsent[] {
  return listOauth(desired).flatMap((connector): PendingConsent[] => {
    const { auth, address, name } = connector;
    if (auth.kind !== 'oauth') return [];
    const record = facts.state.objects.get(address) ?? null;
    const id = record?.remoteId;
    const installed = connectors?.find((each) => each.id === id || each.name === name);
    const isSigned = isSignedIn(connector, facts) ?? installed?.authenticated ?? null;
    // Uses the last observation when the service shows none.
    if (isSigned ?? (connectors === null && record?.waitsSince === undefined)) return [];
    return [
      {
        address,
        account: desired.key,
        connector: name,
        user: auth.user,
        isInstalled: record !== null || installed !== undefined,
        since: record?.waitsSince ?? null,
      },
    ];
  });
}

function isSignedIn({ address }: DesiredConnector, { state, cycles }: SignInFacts): boolean | null {
  const id = state.objects.get(address)?.remoteId;
  const used = cycles.flatMap(({ connectors }) => connectors).find((each) => each.id === id);
  return used?.authenticated ?? null;
}
