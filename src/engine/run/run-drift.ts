import { runInOrder } from '../../kit/tasks/run-in-order.ts';
import { type Answer, formatFailure } from '../../model/diagnostic/api-failure.ts';
import { isUnreadable } from '../../model/diff/disposition.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import { isRunning } from '../../model/diff/run-state.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { hasContents, isOfContents } from '../../model/observed/contents.ts';
import type { Change, Impact } from '../../model/plan/change.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { DriftFinding } from '../../model/plan/plan.ts';
import { countUnreadParts } from '../../model/report/drift-gaps.ts';
import type { DriftAccount, DriftObject } from '../../model/report/report.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';
import type { ObservedDrift } from '../../model/state/drift-note.ts';
import { listDrift } from '../diff/list-drift.ts';
import { toObservedDrift } from '../diff/to-observed-drift.ts';
import { type UnreadPart, withUnreadParts } from '../live/with-unread-parts.ts';
import { addExpectedSecrets } from '../observe/add-expected-secrets.ts';
import { findRestoration } from '../observe/cycles/find-restoration.ts';
import { observeAccount } from '../observe/observe-account.ts';
import type { RunContext } from '../observe/run-context.ts';
import { fromManifest } from '../observe/source.ts';
import { classifyRestoreImpact } from '../plan/changes/classify-restore-impact.ts';
import { listChanges } from '../plan/changes/list-changes.ts';
import { isPossiblyBehind, listLiveNotices } from '../plan/notices/list-live-notices.ts';
import { listNotices } from '../plan/notices/list-notices.ts';
import { toUnobserved } from '../plan/to-unobserved.ts';
import type { DriftRecorder } from './open-drift-recorder.ts';
import { openRunContext, type Run } from './open-run.ts';
import {
  type ByExports,
  observeByExports,
  type ThroughExports,
} from './reads/observe-by-exports.ts';
import { type Looks, readAgain } from './reads/read-again.ts';
import { readOnRevision } from './reads/read-on-revision.ts';
import { withWholeCycles } from './reads/with-whole-cycles.ts';

/** An account as it was found, before its drift is dated. Plain data. */
export type DriftLook = {
  readonly found: DriftAccount;
  /** Its items, as they are recorded. */
  readonly observed: readonly ObservedDrift[];
  /** Git wants something else of it, with or without drift. */
  readonly hasChanges?: true;
  /** It was read, and is not selected. */
  readonly isLeftOut?: true;
};

/** How the accounts of a drift report are read. */
export type DriftReads = {
  /** By exports of cycles; null: by their parts. */
  readonly exports?: ByExports<DriftLook> | null;
  /** Accounts to begin, in this order; those of the run by default. */
  readonly begins?: Iterable<AccountEntry>;
  /** The same as a list, with those for which the time may not last. */
  readonly ordered?: readonly AccountEntry[];
  /** A place for what was found, if accounts that were not read whole are read again; else null. */
  readonly again?: Looks<DriftLook> | null;
};

/**
 * Compares every account of a run with its last applied state, concurrently. Writes only drift
 * records; an account that cannot be read keeps its own.
 */
export async function* runDrift(
  run: Run,
  notes: Pick<DriftRecorder, 'recordItems'>,
  { exports = null, again = null, ordered = run.entries, begins = ordered }: DriftReads = {},
): AsyncGenerator<DriftAccount, void, undefined> {
  const { live } = run;
  const open = (accounts: number | null) => openDriftLook(run, accounts);
  const first = await open(run.named);
  addExpectedSecrets(run.context, ordered);
  const keyOf = ({ found }: DriftLook) => found.account;
  const found = observeByExports({ ...run, begins }, { look: first, keyOf }, exports);
  const looks =
    again === null ? found : readAgain(run, { keyOf, countMissing, open }, { found, looks: again });
  for await (const account of runInOrder(looks, run.width, (each) => addDates(each, notes))) {
    if (account === null) live?.leaveOut();
    else yield account;
  }
}

/** A look at one account of a run, through its exports where `through` is given. */
type LookAtAccount = (entry: AccountEntry, through?: ThroughExports | null) => Promise<DriftLook>;

/** Opens the reads that looks at accounts share. `accounts`: how many are looked at; null: all. */
export async function openDriftLook(run: Run, accounts: number | null): Promise<LookAtAccount> {
  const { context, live } = withWholeCycles(run);
  const opened = await openRunContext(context, accounts);
  return async (entry, through = null) => {
    const { diff, ...looked } = await readOnRevision(opened, entry, (shared, isAgain) =>
      look(shared, entry, (isAgain ? null : through) ?? ((reader) => reader)),
    );
    const isLeftOut = diff !== null && live?.isDiffSelected(entry, diff, opened.today) === false;
    return isLeftOut ? { ...looked, isLeftOut } : looked;
  };
}

function countMissing({ found }: DriftLook): number {
  return found.kind === 'unread' ? Number.POSITIVE_INFINITY : countUnreadParts(found);
}

// Null for an account that is left out, which keeps its dates.
async function addDates(
  { found, observed, isLeftOut }: DriftLook,
  notes: Pick<DriftRecorder, 'recordItems'>,
): Promise<DriftAccount | null> {
  if (isLeftOut) return null;
  if (found.kind === 'unread') return found;
  const dates = await notes.recordItems(found.account, observed);
  const items = found.items.map((item, at) => ({ ...item, since: dates[at] ?? null }));
  return { ...found, items };
}

async function look(
  context: RunContext,
  entry: AccountEntry,
  through: ThroughExports,
): Promise<DriftLook & { readonly diff: AccountDiff | null }> {
  const { key: account } = entry;
  const unread: UnreadPart[] = [];
  const reader = withUnreadParts(context.reader, (part) => {
    if (!unread.some((other) => other.cycle === part.cycle && other.part === part.part))
      unread.push(part);
  });
  const observing = { ...context, reader: through(reader) };
  const observation = await observeAccount(observing, fromManifest(entry));
  if (observation.kind !== 'observed') {
    const { diagnostics } = observation;
    return {
      found: { kind: 'unread', account, at: entry.at, diagnostics },
      observed: [],
      diff: null,
    };
  }
  const { diff } = observation;
  const found = listDrift(diff);
  const behind = isPossiblyBehind(diff) ? await listBehind(context, diff) : null;
  const changes = listChanges(diff);
  const fields = changes.flatMap((change) => (change.verb === 'update' ? change.fields : []));
  const reported = listNotices(diff).filter((notice) => isOfWhatIs(notice, diff));
  const read: DriftAccount = {
    kind: 'read',
    account,
    at: entry.at,
    objects: listObjects(diff),
    items: found.map((item) => ({
      ...item,
      impact: classifyImpact(item, diff, changes),
      since: null,
    })),
    manifestMoved: fields.filter((field) => field.moved === 'manifest').length,
    ...toUnobserved(diff),
    isApplied: diff.state.objects.size + diff.state.creates.size > 0,
    ...countWithoutBaseline(diff),
    ...countUncompared(diff, unread),
    ...(diff.leftOut === undefined ? {} : { leftOut: diff.leftOut }),
    notices: [
      ...reported.filter(({ kind }) => kind !== 'ignored'),
      ...listLiveNotices(diff, behind, reported),
      ...unread.map((part) => toNotice(part, diff)),
    ],
    ignored: reported.filter((notice) => notice.kind === 'ignored'),
  };
  const fingerprint = (text: string) => context.secrets.fingerprint(text);
  return {
    found: read,
    observed: toObservedDrift(diff, found, fingerprint),
    ...(changes.length === 0 ? {} : { hasChanges: true }),
    diff,
  };
}

function classifyImpact(item: DriftFinding, diff: AccountDiff, changes: readonly Change[]): Impact {
  if (lacksName(item, diff)) return 'needs-human';
  if (item.kind !== 'unmanaged') return classifyRestoreImpact(item, changes);
  const change = (diff.unmanaged ?? []).find(
    ({ address, path }) => address === item.address && path === item.path,
  );
  if (change === undefined) return 'needs-human';
  if (findRestoration(diff, change).kind === 'manual') return 'needs-human';
  const cycle = diff.cycles.find(({ address }) => address === item.address);
  return cycle !== undefined && isRunning(cycle.runState) ? 'interrupts' : 'in-place';
}

// Includes a mapping whose source is gone.
function lacksName(
  { address, path, lost }: DriftFinding,
  { connectors, cycles }: AccountDiff,
): boolean {
  if (lost !== undefined || path === null) return lost !== undefined;
  const object = [...connectors, ...cycles].find((each) => each.address === address);
  return object?.desired.unresolved.has(path) === true;
}

// Objects of ours that were never compared whole; an object that is known by its id shows nothing.
function countWithoutBaseline({ account, connectors, cycles }: AccountDiff): {
  readonly withoutBaseline?: number;
} {
  const { length } = [account, ...connectors, ...cycles].filter(
    ({ live, record }) =>
      record !== null &&
      live !== null &&
      (record.baseline === undefined || lacksContents(record)) &&
      !('isRecalled' in live && live.isRecalled === true),
  );
  return length === 0 ? {} : { withoutBaseline: length };
}

// Fields that Git manages in a part that was not read have no live value to compare.
function countUncompared(
  { cycles, uncompared = [] }: AccountDiff,
  unread: readonly UnreadPart[],
): Pick<Extract<DriftAccount, { readonly kind: 'read' }>, 'uncompared'> {
  const ids = new Set(unread.map(({ cycle }) => cycle));
  const fields = cycles
    .filter(({ live }) => live !== null && ids.has(live.id))
    .flatMap((cycle) => cycle.fields.filter((field) => isUnreadable(field)));
  const hidden = fields.filter(({ path }) => isOfContents(path));
  const count = Math.max(uncompared.length + hidden.length, unread.length);
  return count === 0 ? {} : { uncompared: count };
}

function toNotice({ cycle, part, failure }: UnreadPart, diff: AccountDiff): Notice {
  const found = diff.cycles.find(({ live, deposed }) =>
    [live, ...deposed.map((old) => old.live)].some((each) => each?.id === cycle),
  );
  const { address } = found ?? diff.account;
  return { kind: 'part-unread', address, part, why: formatFailure(failure) };
}

function lacksContents(record: ObjectRecord): boolean {
  return record.kind === 'cycle' && !hasContents(record);
}

async function listBehind(
  { reader }: Pick<RunContext, 'reader'>,
  { account }: AccountDiff,
): Promise<Answer<readonly LiveCycle[]> | null> {
  return account.live === null ? null : reader.listUpgradeable(account.live.id);
}

// Drift skips notices of objects that do not exist yet, except of interrupted creates.
function isOfWhatIs(notice: Notice, diff: AccountDiff): boolean {
  const { kind } = notice;
  if (kind === 'foreign' || kind === 'paused-by-us' || kind === 'create-interrupted') return true;
  if (kind === 'write-interrupted' || kind === 'ignored' || kind === 'ignore-over') return true;
  return listObjects(diff).some((object) => object.address === notice.address && object.isThere);
}

function listObjects({ account, connectors, cycles }: AccountDiff): DriftObject[] {
  return [account, ...connectors, ...cycles].map(({ address, live }) => ({
    address,
    isThere: live !== null,
  }));
}
