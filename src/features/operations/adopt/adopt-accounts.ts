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
import { toAdoptionPlan } from '../../../engine/run/planning/to-planned.ts';
import { reportRolledOut } from '../../../engine/run/report-revisions.ts';
import { saveMovedState } from '../../../engine/run/save-moved-state.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Clock, StoreWriter } from '../../../model/ports.ts';
import type { HeldLock, LockResult, RunId } from '../../../model/state/lock.ts';
import type { RunAccount, RunAccountState } from '../../../model/state/run.ts';
import {
  type AdoptedObject,
  type AdoptionOutcome,
  type FoundAdoption,
  toAdoption,
} from './adoption.ts';
import { makeAdoptionChange } from './make-adoption-change.ts';

/** Objects of an account to bind, with the observation to record. */
export type AdoptionObservation =
  | { readonly kind: 'observed'; readonly adoption: FoundAdoption; readonly diff: AccountDiff }
  /** The binding exists already. */
  | { readonly kind: 'bound'; readonly object: AdoptedObject }
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      readonly isUnread: boolean;
    };

/** Context of an adopt, without a way to write to the service. */
export type AdoptRun = {
  readonly context: RunContext;
  /** Observes the objects of an account to bind; by default all. */
  readonly look?: (context: RunContext, entry: AccountEntry) => Promise<AdoptionObservation>;
  readonly entries: readonly AccountEntry[];
  readonly store: StoreWriter;
  readonly session: Session;
  readonly clock: Clock;
  /** Run id in the journal. */
  readonly id: RunId;
  /** Most accounts in flight. */
  readonly width: number;
  /** Returns true to start no new account. */
  readonly isStopping: () => boolean;
};

/**
 * Binds the objects that were shown, account by account, in one transaction each. Locks and
 * observes each account again first; a failed account does not stop the others.
 */
export async function* adoptAccounts(
  run: AdoptRun,
  found: AsyncIterable<FoundAdoption> | Iterable<FoundAdoption>,
): AsyncGenerator<AdoptionOutcome, void, undefined> {
  const entries = new Map(run.entries.map((entry) => [entry.key, entry]));
  const outcomes = runInOrder(found, run.width, async (shown) => {
    const entry = entries.get(shown.account);
    if (entry === undefined) throw new Error(`${shown.account} is not part of this adopt`);
    if (run.isStopping()) return null;
    return withReportedError(shown, () => adoptLocked(run, entry, shown));
  });
  for await (const outcome of outcomes) if (outcome !== null) yield outcome;
}

/** Returns the journal entry of an account before its bindings. */
export function toRunAccount(account: string): RunAccount {
  return { account, state: 'planned', plan: null, before: [], made: [], deleted: [] };
}

/** Observes all objects of one account that can be bound. */
async function observeAdoptable(
  context: RunContext,
  entry: AccountEntry,
): Promise<AdoptionObservation> {
  const looking: RunContext = { ...context, wholeCycles: 'all' };
  const observation = await observeAccount(looking, fromManifest(entry));
  const adoption = toAdoption(toAdoptionPlan(entry, observation));
  if (adoption.kind === 'refused') return adoption;
  if (observation.kind !== 'observed')
    throw new Error(`${entry.key} has a plan and was not observed`);
  return { kind: 'observed', adoption, diff: observation.diff };
}

// Reports an error in one account with it, and continues with the others.
async function withReportedError(
  { account }: FoundAdoption,
  work: () => Promise<AdoptionOutcome>,
): Promise<AdoptionOutcome> {
  try {
    return await work();
  } catch (error) {
    return { account, bound: [], diagnostics: [describeThrown(error, account)] };
  }
}

async function adoptLocked(
  run: AdoptRun,
  entry: AccountEntry,
  shown: FoundAdoption,
): Promise<AdoptionOutcome> {
  const { store, session } = run;
  const { account } = shown;
  const fences = new Map<string, number>();
  const take = async (key: string): Promise<LockResult> => {
    const answer = await tryLock(store, session, key);
    if (answer.kind === 'taken') fences.set(key, answer.fence);
    return answer;
  };
  try {
    const own = await take(account);
    if (own.kind === 'held') return reportLockedAccount(run, account, own.by);
    const locked = { ...run, store: withFence(store, own.fence) };
    const outcome = await bindShown(locked, { entry, shown, take });
    await recordEnd(run, outcome);
    return outcome;
  } finally {
    for (const [key, fence] of fences) await store.releaseLock(key, fence);
  }
}

async function bindShown(
  run: AdoptRun,
  asked: {
    readonly entry: AccountEntry;
    readonly shown: FoundAdoption;
    /** Locks another account too. */
    readonly take: (account: string) => Promise<LockResult>;
  },
): Promise<AdoptionOutcome> {
  const { look = observeAdoptable, context, store, clock } = run;
  const { entry, shown, take } = asked;
  const { account } = shown;
  const none = (diagnostics: readonly Diagnostic[]) => ({ account, bound: [], diagnostics });
  // It was shown by the revision that was known before.
  if ((await context.revisions?.readAgain(entry)) === true)
    return none([reportRolledOut(account, context.revisions?.findHeld(entry) ?? null)]);
  const observation = await look(context, entry);
  if (observation.kind === 'refused') return none(observation.diagnostics);
  if (observation.kind === 'bound') return none([]);
  const { adopts, diagnostics: refused } = observation.adoption;
  const moved = adopts.filter((object) => !isShown(object, shown));
  if (moved.length > 0) return none([reportMoved(shown, moved)]);
  const diagnostics = refused.filter((each) => !isKnown(each, shown));
  if (adopts.length === 0) return none(diagnostics);
  const { movedFrom } = observation.diff.state;
  const taken = movedFrom === undefined ? null : await take(movedFrom);
  if (taken?.kind === 'held') return reportLockedAccount(run, account, taken.by);
  const state = await saveMovedState(store, observation.diff.state);
  const fingerprint = (text: string) => context.secrets.fingerprint(text);
  const addresses = new Set(adopts.map(({ address }) => address));
  const found = { fingerprint, now: clock.now() };
  await store.update(makeAdoptionChange({ ...observation.diff, state }, addresses, found));
  return { account, bound: adopts, diagnostics };
}

function reportLockedAccount(
  { context }: AdoptRun,
  account: string,
  by: HeldLock,
): AdoptionOutcome {
  const then = 'Wait until that run ends, and adopt again.';
  return { account, bound: [], diagnostics: [reportAccountLocked(by, context.environment, then)] };
}

function isShown({ address, remoteId }: AdoptedObject, { adopts }: FoundAdoption): boolean {
  return adopts.some((other) => other.address === address && other.remoteId === remoteId);
}

// Reasons that were shown with the account.
function isKnown({ code, address }: Diagnostic, { diagnostics }: FoundAdoption): boolean {
  return diagnostics.some((shown) => shown.code === code && shown.address === address);
}

function reportMoved({ account }: FoundAdoption, moved: readonly AdoptedObject[]): Diagnostic {
  const now = moved.map(({ address, name, remoteId }) => `${address} "${name}" (${remoteId})`);
  return reportError('adopt-moved', {
    summary: `${account} changed since it was shown: adopt would bind ${now.join(', ')} now`,
  });
}

async function recordEnd({ store, id }: AdoptRun, outcome: AdoptionOutcome): Promise<void> {
  const { account, bound, diagnostics } = outcome;
  const incomplete = bound.length > 0 ? 'failed' : 'refused';
  const state: RunAccountState = diagnostics.length === 0 ? 'done' : incomplete;
  await store.saveRunAccounts(id, [{ ...toRunAccount(account), state }]);
}
