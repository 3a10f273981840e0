import { describeThrown } from '../../../engine/apply/journal/run-safely.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import {
  reportAccountLocked,
  type Session,
  tryLock,
  withFence,
} from '../../../engine/run/journal/lock-account.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type Address, toFieldAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AcceptedChange } from '../../../model/observed/unmanaged.ts';
import { listMemberChanges } from '../../../model/observed/unmanaged.ts';
import type { StoreWriter } from '../../../model/ports.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { RunAccount, RunAccountState } from '../../../model/state/run.ts';
import type { AcceptanceOutcome, FoundAcceptance } from './acceptance.ts';
import { isGone, makeAcceptanceChange } from './make-acceptance-change.ts';
import { checkMoved } from './select-acceptable.ts';

/** Context of an accept, without a way to write to the service. */
export type AcceptRun = {
  readonly context: RunContext;
  readonly entries: readonly AccountEntry[];
  readonly store: StoreWriter;
  readonly session: Session;
  /** Run id in the journal. */
  readonly id: RunId;
  /** Most accounts in flight. */
  readonly width: number;
  /** Returns true to start no new account. */
  readonly isStopping: () => boolean;
};

/**
 * Saves what was found as the new baseline, account by account, in one transaction each. Locks and
 * observes each account again first; a failed account does not stop the others.
 */
export async function* acceptAccounts(
  run: AcceptRun,
  found: AsyncIterable<FoundAcceptance> | Iterable<FoundAcceptance>,
): AsyncGenerator<AcceptanceOutcome, void, undefined> {
  const entries = new Map(run.entries.map((entry) => [entry.key, entry]));
  const outcomes = runInOrder(found, run.width, async (shown) => {
    const { account } = shown;
    const entry = entries.get(account);
    if (entry === undefined) throw new Error(`${account} is not part of this accept`);
    if (run.isStopping()) return null;
    try {
      return await acceptLocked(run, entry, shown);
    } catch (error) {
      return toUnaccepted(account, [describeThrown(error, account)]);
    }
  });
  for await (const outcome of outcomes) if (outcome !== null) yield outcome;
}

/** Returns the journal entry of an account before its baseline moves. */
export function toRunAccount({ account, changes }: FoundAcceptance): RunAccount {
  const empty = { plan: null, before: [], made: [], deleted: [] };
  return { account, state: 'planned', ...empty, accepted: changes.map(toAcceptedAddress) };
}

function toAcceptedAddress({ address, path }: AcceptedChange): Address {
  return toFieldAddress(address, path);
}

async function acceptLocked(
  run: AcceptRun,
  entry: AccountEntry,
  shown: FoundAcceptance,
): Promise<AcceptanceOutcome> {
  const { store, session, context, id } = run;
  const { account } = shown;
  const answer = await tryLock(store, session, account);
  if (answer.kind === 'held') {
    const then = 'Wait until that run ends, and accept again.';
    return toUnaccepted(account, [reportAccountLocked(answer.by, context.environment, then)]);
  }
  try {
    const locked = { context, store: withFence(store, answer.fence) };
    const outcome = await acceptShown(locked, entry, shown);
    const { accepted } = outcome;
    const done = toRunAccount({ account, changes: accepted });
    await store.saveRunAccounts(id, [{ ...done, state: toState(outcome) }]);
    return outcome;
  } finally {
    await store.releaseLock(account, answer.fence);
  }
}

function toState({ diagnostics }: AcceptanceOutcome): RunAccountState {
  return diagnostics.length === 0 ? 'done' : 'refused';
}

async function acceptShown(
  { context, store }: Pick<AcceptRun, 'context' | 'store'>,
  entry: AccountEntry,
  { account, changes }: FoundAcceptance,
): Promise<AcceptanceOutcome> {
  const looking: RunContext = { ...context, wholeCycles: 'all' };
  await context.revisions?.readAgain(entry);
  const observation = await observeAccount(looking, fromManifest(entry));
  if (observation.kind !== 'observed') return toUnaccepted(account, observation.diagnostics);
  const { diff } = observation;
  const renamed = checkMoved(diff, changes);
  if (renamed.length > 0) return toUnaccepted(account, renamed);
  const accepted = changes.filter((change) => isOpen(diff, change));
  const already = changes.filter((change) => isAccepted(diff, change));
  const moved = changes.filter((change) => ![...accepted, ...already].includes(change));
  if (moved.length > 0) return toUnaccepted(account, [reportMoved(account, moved)]);
  if (accepted.length > 0) {
    await store.update(makeAcceptanceChange(await store.readState(account), accepted));
  }
  return { account, accepted, already: already.length, diagnostics: [] };
}

// Open with the value that was found.
function isOpen({ unmanaged = [] }: AccountDiff, change: AcceptedChange): boolean {
  const { address, path } = change;
  return unmanaged.some(
    (open) =>
      open.address === address && open.path === path && isSameJson(toNow(open), toNow(change)),
  );
}

function toNow(change: Pick<AcceptedChange, 'path' | 'was' | 'is' | 'parts' | 'isUpgrade'>) {
  return listMemberChanges(change).map(({ path, is }) => [path, is]);
}

// Treats an accept of the same value by a concurrent run as success, because it is the requested one.
function isAccepted(diff: AccountDiff, change: AcceptedChange): boolean {
  const { address, path } = change;
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const { baseline = {} } = objects.find((object) => object.address === address)?.record ?? {};
  const isMoved = diff.unmanaged?.some((open) => open.address === address && open.path === path);
  if (isMoved === true) return false;
  return listMemberChanges(change).every((member) => {
    const isKnown = Object.hasOwn(baseline, member.path);
    return isGone(member) ? !isKnown : isKnown && isSameJson(baseline[member.path], member.is);
  });
}

function reportMoved(account: string, moved: readonly AcceptedChange[]): Diagnostic {
  const names = moved.map(({ address, path }) => toFieldAddress(address, path));
  return reportError('accept-moved', {
    summary: `${account} changed since it was read, at ${names.join(', ')}`,
  });
}

function toUnaccepted(account: string, diagnostics: readonly Diagnostic[]): AcceptanceOutcome {
  return { account, accepted: [], already: 0, diagnostics };
}
