import { isSameJson } from '../../kit/json/canonical-json.ts';
import { runInOrder } from '../../kit/tasks/run-in-order.ts';
import type { Address } from '../../model/address.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Operation } from '../../model/plan/operation.ts';
import {
  type AccountOutcome,
  hasWritten,
  isDone,
  isStopped,
  type OperationOutcome,
} from '../../model/plan/outcome.ts';
import { type AccountPlan, hasWork } from '../../model/plan/plan.ts';
import type { MethodCaller } from '../../model/ports.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import type { RunId } from '../../model/state/lock.ts';
import type { FieldBefore, RunAccount, RunAccountState } from '../../model/state/run.ts';
import type { ApplyPorts } from '../apply/apply-state.ts';
import { describeThrown } from '../apply/journal/run-safely.ts';
import { withExistingAccountOnly } from '../live/open-catalog.ts';
import { openMethodReader } from '../live/open-method-reader.ts';
import type { RunContext } from '../observe/run-context.ts';
import { git } from '../observe/source.ts';
import type { Approval } from '../policy/check-plan-totals.ts';
import { listBefore } from '../verify/list-before.ts';
import { applyPlan, type LockedAccount } from './apply-plan.ts';
import type { Checking } from './check-connector.ts';
import { isUnfinished, type PendingAccount, toPending } from './journal/journal-run.ts';
import {
  lockAccount,
  reportAccountLocked,
  type Session,
  tryLock,
  withFence,
  writeUnder,
} from './journal/lock-account.ts';
import { openFreshContext, type Run } from './open-run.ts';
import { checkRevision } from './report-revisions.ts';

/** Context of an apply beside its reads. */
export type ApplyRun = Run & {
  readonly approval: Approval;
  readonly ports: ApplyPorts;
  readonly session: Session;
  /** Run id in the journal. */
  readonly id: RunId;
  /** Applies one locked account; `applyPlan` by default. */
  readonly apply?: (locked: LockedAccount, id: RunId) => Promise<AccountOutcome>;
  /** Caller for the health checks. */
  readonly caller: MethodCaller;
  readonly drainTimeoutMs: number;
  /** True if no further account must start. */
  readonly isStopping: () => boolean;
};

/**
 * Applies an approved plan concurrently, account by account. Locks each account, and waits for
 * accounts of other runs after all others. A failed account does not stop the others.
 */
export async function* runApply(
  run: ApplyRun,
  accounts: AsyncIterable<PendingAccount>,
): AsyncGenerator<AccountOutcome, void, undefined> {
  const work = await openWork(run);
  const later: PendingAccount[] = [];
  const tried = runInOrder(accounts, run.width, (pending) =>
    applyOrReport(nothingDone(pending), () => applyUnlessLocked(work, pending)),
  );
  for await (const result of tried) {
    if ('outcomes' in result) yield result;
    else later.push(result);
  }
  yield* runInOrder(later, run.width, (pending) =>
    applyOrReport(nothingDone(pending), () => waitAndApply(work, pending)),
  );
}

/** Shared context of all accounts. */
type Work = {
  readonly run: ApplyRun;
  readonly entries: ReadonlyMap<string, AccountEntry>;
  readonly context: RunContext;
  readonly checking: Checking;
};

async function openWork(run: ApplyRun): Promise<Work> {
  const { reader, environment } = run.context;
  const context = await openFreshContext({ ...run.context, store: run.ports.store });
  const checking = { caller: run.caller, readMethods: openMethodReader(reader), environment };
  return {
    run,
    entries: new Map(run.entries.map((entry) => [entry.key, entry])),
    context,
    checking,
  };
}

async function applyUnlessLocked(
  work: Work,
  pending: PendingAccount,
): Promise<AccountOutcome | PendingAccount> {
  const { run } = work;
  if (run.isStopping()) return skip(pending);
  const answer = await tryLock(run.ports.store, run.session, pending.account);
  return answer.kind === 'taken' ? applyLocked(work, pending, answer.fence) : pending;
}

async function waitAndApply(work: Work, pending: PendingAccount): Promise<AccountOutcome> {
  const { ports, session, context, isStopping } = work.run;
  if (isStopping()) return skip(pending);
  const answer = await lockAccount(ports, session, pending.account);
  if (answer.kind === 'taken') return applyLocked(work, pending, answer.fence);
  if (isStopping()) return skip(pending);
  return {
    ...nothingDone(pending),
    diagnostics: [reportAccountLocked(answer.by, context.environment)],
  };
}

async function applyLocked(
  work: Work,
  pending: PendingAccount,
  fence: number,
): Promise<AccountOutcome> {
  const { plan } = pending;
  const { run, entries, context, checking } = work;
  const { store } = run.ports;
  const isAlone = plan.notices.some((notice) => notice.kind === 'account-first');
  const notes = openJournal(run, pending);
  const fences = new Map([[plan.account, fence]]);
  const locked: LockedAccount = {
    plan,
    entry: entries.get(plan.account) ?? null,
    full: isAlone
      ? { ...context, openCatalog: withExistingAccountOnly(context.openCatalog) }
      : context,
    source: run.source ?? git,
    checking,
    approval: run.approval,
    ports: { ...run.ports, store: withFence(store, fence) },
    drainTimeoutMs: run.drainTimeoutMs,
    isStopping: run.isStopping,
    lockAlso: async (account) => {
      const answer = await lockAccount(run.ports, run.session, account);
      if (answer.kind === 'held') return reportAccountLocked(answer.by, context.environment);
      fences.set(account, answer.fence);
      return null;
    },
    isUnfinished: isUnfinished(pending.state),
    begin: (diff, refused) => notes.begin(listBefore(diff, refused)),
  };
  const applyUnlessOther = async () => {
    const other = await checkRevision(run.context, locked);
    if (other !== null) return { ...nothingDone(plan), diagnostics: [other] };
    return (run.apply ?? applyPlan)(locked, run.id);
  };
  const under = { store, session: run.session };
  const outcome = await applyOrReport(nothingDone(plan), () =>
    writeUnder(under, fences, applyUnlessOther),
  );
  const noted = await applyOrReport(outcome, async () => {
    await notes.end(outcome);
    return outcome;
  });
  return applyOrReport(noted, async () => {
    for (const [account, token] of fences) await store.releaseLock(account, token);
    return noted;
  });
}

// An error in one account is part of its outcome, and does not stop the others.
async function applyOrReport<T>(
  sofar: AccountOutcome,
  work: () => Promise<T>,
): Promise<T | AccountOutcome> {
  try {
    return await work();
  } catch (error) {
    const thrown = describeThrown(error, sofar.account);
    // An unreachable store fails each of the last writes alike.
    const isReported = sofar.diagnostics.some((each) => isSameJson(each, thrown));
    return isReported ? sofar : { ...sofar, diagnostics: [...sofar.diagnostics, thrown] };
  }
}

// The journal of one account: keeps earlier records, and the plan until all of it is done.
function openJournal({ ports, id }: ApplyRun, pending: PendingAccount) {
  let noted: RunAccount = pending;
  const toMake = listAddresses(pending.plan.operations, makers);
  let isFound = false;
  async function keep(note: Partial<RunAccount>): Promise<void> {
    noted = { ...noted, ...note };
    await ports.store.saveRunAccounts(id, [noted]);
  }
  return {
    // An object that an unfinished run has made had no values before it.
    begin: (found: readonly FieldBefore[]) => {
      isFound = pending.state !== 'planned';
      const own = found.filter(({ address }) => !toMake.includes(address));
      return keep({ state: 'begun', before: joinBefore(noted.before, own) });
    },
    end: (outcome: AccountOutcome) => {
      const state = classifyEnd(outcome, pending.state);
      const { made: done, deleted } = listMade(outcome.outcomes);
      const left = listAddresses(
        outcome.outcomes.map(({ operation }) => operation),
        makers,
      );
      const made = [...done, ...(isFound ? toMake.filter((each) => !left.includes(each)) : [])];
      return keep({
        state,
        plan: state === 'done' ? null : pending.plan,
        made: [...new Set([...noted.made, ...made])],
        deleted: [...new Set([...noted.deleted, ...deleted, ...listGone(pending.plan)])],
      });
    },
  };
}

// The first read shows the values before the run.
function joinBefore(
  earlier: readonly FieldBefore[],
  found: readonly FieldBefore[],
): readonly FieldBefore[] {
  const known = new Set(earlier.map(({ address, path }) => `${address} ${path}`));
  return [...earlier, ...found.filter(({ address, path }) => !known.has(`${address} ${path}`))];
}

// An earlier part of a resumed run may have written.
function classifyEnd(outcome: AccountOutcome, before: RunAccountState): RunAccountState {
  const isBegun = hasWritten(outcome) || isUnfinished(before);
  if (isDone(outcome)) return 'done';
  if (isStopped(outcome)) return isBegun ? 'begun' : 'planned';
  return isBegun ? 'failed' : 'refused';
}

function listMade(outcomes: readonly OperationOutcome[]): Pick<RunAccount, 'made' | 'deleted'> {
  const done = outcomes.filter(
    ({ result, isMade }) => result === 'done' || result === 'unknown' || isMade === true,
  );
  const operations = done.map(({ operation }) => operation);
  return {
    made: listAddresses(operations, makers),
    deleted: listAddresses(operations, removers),
  };
}

// A destroy of what was gone already has no operation, and does it all the same.
function listGone({ notices }: AccountPlan): readonly Address[] {
  return notices.flatMap((each) => (each.kind === 'gone-already' ? [each.address] : []));
}

function listAddresses(
  operations: readonly Operation[],
  kinds: ReadonlySet<string>,
): readonly Address[] {
  return operations.flatMap(({ action, address }) => (kinds.has(action.kind) ? [address] : []));
}

const makers = new Set(['create-account', 'install-connector', 'install-template', 'import-cycle']);
const removers = new Set(['delete-account', 'delete-connector', 'delete-cycle']);

function nothingDone({ account }: { readonly account: string }): AccountOutcome {
  return { account, outcomes: [], diagnostics: [] };
}

function skip({ account, plan }: PendingAccount): AccountOutcome {
  const { refused } = plan;
  return {
    account,
    ...(refused === undefined ? {} : { refused }),
    outcomes: plan.operations.map((operation) => ({
      operation,
      result: 'skipped',
      diagnostics: [],
    })),
    diagnostics: [],
  };
}

/**
 * Lists the accounts of a plan that have work; of a saved plan also those of which it refused
 * objects alone, because their causes may be gone.
 */
export async function* listPendingAccounts(
  accounts: AsyncIterable<PlannedAccount>,
  { isSaved = false }: { readonly isSaved?: boolean } = {},
): AsyncGenerator<PendingAccount, void, undefined> {
  for await (const account of accounts) {
    if (account.kind !== 'planned') continue;
    const { plan } = account;
    if (hasWork(plan) || (isSaved && plan.refused !== undefined)) yield toPending(plan);
  }
}
