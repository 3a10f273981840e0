import { isSameJson } from '../../kit/json/canonical-json.ts';
import { runInOrder } from '../../kit/tasks/run-in-order.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import { hasWork, type PlanKind } from '../../model/plan/plan.ts';
import type { PolicyRules } from '../../model/plan/policy.ts';
import type { MethodCaller } from '../../model/ports.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import type { RunId } from '../../model/state/lock.ts';
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
import { openAccountJournal } from './journal/open-account-journal.ts';
import { openFreshContext, type Run } from './open-run.ts';
import { checkRevision } from './report-revisions.ts';

/** Context of an apply beside its reads. */
export type ApplyRun = Run & {
  /** Policies of the time of this apply. */
  readonly policies: PolicyRules;
  /** The kind of its plan. */
  readonly kind: PlanKind;
  readonly approval: Approval;
  readonly ports: ApplyPorts;
  readonly session: Session;
  /** Run id in the journal. */
  readonly id: RunId;
  /** Applies one locked account; `applyPlan` by default. */
  readonly apply?: (locked: LockedAccount, id: RunId) => Promise<AccountOutcome>;
  /** Caller for the health checks; null: none is asked. */
  readonly caller: MethodCaller | null;
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
  const notes = openAccountJournal(run, pending);
  const fences = new Map([[plan.account, fence]]);
  const isBegun = isUnfinished(pending.state);
  const source = run.source ?? git;
  // A part that was started is finished, so that no cycle stays paused.
  const isOfGit = run.kind === 'plan' || run.kind === 'revert';
  const isChecked = !isBegun && isOfGit && source.isOfManifests === true;
  const known = isChecked ? { ...context, policies: run.policies } : context;
  const locked: LockedAccount = {
    plan,
    entry: entries.get(plan.account) ?? null,
    full: isAlone ? { ...known, openCatalog: withExistingAccountOnly(known.openCatalog) } : known,
    source,
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
    isUnfinished: isBegun,
    begin: (diff, refused) => notes.begin(listBefore(diff, refused)),
  };
  const applyUnlessOther = async () => {
    const other = await checkRevision(run.context, locked);
    if (other !== null) return { ...nothingDone(plan), diagnostics: [other] };
    const denied = isBegun ? [] : run.policies.checkPlan(plan, run.kind);
    if (hasErrors(denied)) return { ...nothingDone(plan), diagnostics: denied };
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
