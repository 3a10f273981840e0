import { readReleases } from '../../../engine/live/read-releases.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import {
  findAccountByRequest,
  findAccountState,
  type KnownAccount,
  type LookupContext,
  type ReadContext,
  reportUnread,
  withLazyFinder,
} from '../../../engine/run/reads/find-account-state.ts';
import { toCycleStatuses } from '../../../engine/run/reads/to-cycle-statuses.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { DesiredAccount, DesiredConnector } from '../../../model/desired/desired.ts';
import { type Answer, formatFailure, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PendingConsent } from '../../../model/live/consent.ts';
import type { LiveConnector, LiveCycle, RemoteId } from '../../../model/live/live.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountStatus, UsedConnector } from '../../../model/report/status.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { listBehind, type ReleaseLister } from './list-behind.ts';

const unknown = 'The status of its cycles is unknown';

type SignInFacts = { readonly state: AccountState; readonly cycles: readonly LiveCycle[] };

/** Run of a status, with the time to estimate next runs from (ISO UTC). */
export type StatusRun = Omit<Run, 'context'> & {
  readonly context: ReadContext;
  readonly now: string;
};

/**
 * Reads the cycles of each account, in the order of names, and the catalog once. Lists connectors
 * only where no cycle shows a sign-in.
 */
export async function* runStatus(run: StatusRun): AsyncGenerator<AccountStatus, void, undefined> {
  const { context, named, now } = run;
  // A refused catalog is not asked again by each account.
  let releases: ReturnType<typeof readReleases> | null = null;
  const listReleases = (through: RemoteId | null) => {
    releases ??= readReleases(context.reader, through);
    return releases;
  };
  const asking = { ...withLazyFinder(context, named), listReleases, now };
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

type StatusContext = LookupContext & {
  readonly listReleases: ReleaseLister;
  readonly now: string;
};

async function readStatus(asking: StatusContext, entry: AccountEntry): Promise<AccountStatus> {
  const account = entry.key;
  const unread = (diagnostics: readonly Diagnostic[]): AccountStatus => {
    return { kind: 'unread', account, diagnostics };
  };
  const known = await findAccountState(asking, entry, unknown);
  if ('refused' in known) return unread(known.refused);
  const found = await readFound(asking, known);
  if ('refused' in found) return unread(found.refused);
  const { desired, id, state, cycles, connectors } = found;
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

// Looks up the account after a refusal, because the service refuses access to a deleted one.
async function readFound(
  asking: StatusContext,
  sought: KnownAccount,
): Promise<(KnownAccount & Live) | { readonly refused: readonly Diagnostic[] }> {
  const live = await readLive(asking, sought);
  if (live.ok) return { ...sought, ...live.value };
  const { failure } = live;
  if (['unauthorized', 'forbidden', 'not-found'].includes(failure.kind)) {
    const search = await findAccountByRequest(asking, sought.desired, unknown);
    if (!('refused' in search) && search.id === null) {
      return { ...search, cycles: [], connectors: [] };
    }
  }
  return { refused: [reportUnread(sought.desired, formatFailure(failure), unknown)] };
}

type Live = {
  readonly cycles: readonly LiveCycle[];
  /** Null when not requested, or not offered by the service. */
  readonly connectors: readonly LiveConnector[] | null;
};

async function readLive(
  { reader }: StatusContext,
  { desired, id, state }: KnownAccount,
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
