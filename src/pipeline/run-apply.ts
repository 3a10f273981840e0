import { mapInOrder } from '../kit/map-in-order.ts';
import type { Address } from '../model/address.ts';
import type { Answer } from '../model/api-failure.ts';
import type { CheckWish } from '../model/check.ts';
import type { DesiredAccount } from '../model/desired.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { AccountEntry } from '../model/manifest.ts';
import type { AccountOutcome } from '../model/outcome.ts';
import { hasWritten } from '../model/outcome.ts';
import type { AccountPlan } from '../model/plan.ts';
import type { MethodCaller, StoreWriter } from '../model/ports.ts';
import type { PlannedAccount } from '../model/report.ts';
import type { AccountDiff } from '../model/verdict.ts';
import { applyAccount } from '../stages/apply/apply-account.ts';
import { describeThrown } from '../stages/apply/attempt.ts';
import type { ApplyPorts } from '../stages/apply/scene.ts';
import { openMethods } from '../stages/live/open-methods.ts';
import { closeForNew, openShelf } from '../stages/live/open-shelf.ts';
import { findEach } from '../stages/live/read-accounts.ts';
import type { Approval } from '../stages/policy/approve-plan.ts';
import { findMoves, type Moves } from '../stages/verify/find-moves.ts';
import { listWebhooks } from '../stages/verify/list-webhooks.ts';
import { remember } from '../stages/verify/remember.ts';
import { verifyAccount } from '../stages/verify/verify-account.ts';
import { type Checking, checkConnector } from './check-connector.ts';
import { type Looking, lookAtAccount, lookAtDesired } from './look-at-account.ts';
import { type Run, toPlanned } from './make-plan.ts';
import { takeOver } from './take-over.ts';

/** What an apply has beside what its looks need. */
export type ApplyRun = Run & {
  readonly approval: Approval;
  readonly ports: ApplyPorts;
  /** What the checks of connectors are made through. */
  readonly caller: MethodCaller;
  readonly drainTimeoutMs: number;
  /** Whether no new work shall begin. */
  readonly isStopping: () => boolean;
};

/**
 * Applies an approved plan, account by account, many at a time. Each account is looked at again first
 * and refused when it is not as it was planned; afterwards it is looked at once more, and what was
 * found is remembered. A failing account does not stop the others.
 */
export async function* runApply(
  run: ApplyRun,
  planned: AsyncIterable<AccountPlan>,
): AsyncGenerator<AccountOutcome, void, undefined> {
  const entries = new Map(run.entries.map((entry) => [entry.key, entry]));
  // Accounts are read one by one: a list would be old by the time of the last account.
  const looking: Looking = {
    ...run.looking,
    store: run.ports.store,
    capabilities: await run.looking.reader.readCapabilities(),
    openShelf: openShelf(run.looking.reader, run.looking.templates),
    findAccount: findEach(run.looking.reader),
  };
  const { caller } = run;
  const { environment, reader } = run.looking;
  const checking: Checking = { caller, readMethods: openMethods(reader), environment };
  yield* mapInOrder(planned, run.width, (plan) => {
    const isAlone = plan.notices.some((notice) => notice.kind === 'account-first');
    const full = isAlone ? { ...looking, openShelf: closeForNew(looking.openShelf) } : looking;
    return applyOne({ ...run, entry: entries.get(plan.account) ?? null, plan, full, checking });
  });
}

type One = ApplyRun & {
  readonly plan: AccountPlan;
  readonly entry: AccountEntry | null;
  readonly full: Looking;
  readonly checking: Checking;
};

// What is thrown in one account does not stop the others.
async function applyOne(one: One): Promise<AccountOutcome> {
  const { plan } = one;
  if (one.isStopping()) return skip(plan);
  try {
    return await applyPlan(one);
  } catch (error) {
    const diagnostics = [describeThrown(error, plan.account)];
    return { account: plan.account, outcomes: [], diagnostics };
  }
}

async function applyPlan(one: One): Promise<AccountOutcome> {
  const { plan, entry, full } = one;
  const none = (diagnostics: readonly Diagnostic[]): AccountOutcome => ({
    account: plan.account,
    outcomes: [],
    diagnostics,
  });
  if (entry === null) {
    const says = 'its manifest is gone or was not selected';
    return none([reportStale(plan, { says, isDone: false })]);
  }
  const sight = await lookAtAccount(full, entry);
  const fresh = toPlanned(entry, sight, full);
  if (sight.kind !== 'seen' || fresh.kind !== 'planned') {
    return none(fresh.kind === 'unplanned' ? fresh.diagnostics : []);
  }
  const moves = findMoves(plan, fresh.plan);
  if (moves !== null) return none([reportStale(plan, moves)]);
  const memory = await takeOver(one.ports.store, sight.diff.memory);
  const diff = await adopt(one, { ...sight.diff, memory });
  const reread = (cycle: Address): Promise<Answer<AccountDiff>> =>
    lookAgain(full, withCycle(diff.desired, cycle));
  const outcome = await applyAccount(one.approval.approve(plan), {
    ports: one.ports,
    diff,
    drainTimeoutMs: one.drainTimeoutMs,
    reread,
    check: (wish) => checkWished(one.checking, diff, wish),
    isStopping: one.isStopping,
  });
  try {
    return await settle(one, { outcome, before: diff });
  } catch (error) {
    const diagnostics = [...outcome.diagnostics, describeThrown(error, plan.account)];
    return { ...outcome, diagnostics };
  }
}

function checkWished(checking: Checking, diff: AccountDiff, wish: CheckWish) {
  const { address, ...at } = wish;
  const connector = diff.connectors.find((each) => each.address === address);
  if (connector === undefined) throw new Error(`${address} is no connector of the manifest`);
  const { desired, release } = connector.desired;
  const { live } = connector;
  // One that was installed a moment ago nobody has signed in.
  const isAuthenticated = live?.authenticated === true;
  return checkConnector(checking, {
    ...at,
    desired,
    isAuthenticated,
    release: live?.release ?? release,
  });
}

// What is adopted is bound before anything of it is written: afterwards nobody could tell what was found
// there from what we put there.
async function adopt(one: One, diff: AccountDiff): Promise<AccountDiff> {
  const { memory } = diff;
  const print = (text: string) => one.full.secrets.print(text);
  const found = remember(diff, print, one.ports.clock.now())?.keepObjects ?? [];
  const keepObjects = found.filter((record) => !memory.objects.has(record.address));
  if (keepObjects.length === 0) return diff;
  await one.ports.store.change({ account: memory.account, keepObjects });
  const adopted = keepObjects.map((record) => [record.address, record] as const);
  return { ...diff, memory: { ...memory, objects: new Map([...memory.objects, ...adopted]) } };
}

// What was written is looked at again; without a write the first look is still good.
async function settle(
  one: One,
  done: { readonly outcome: AccountOutcome; readonly before: AccountDiff },
): Promise<AccountOutcome> {
  const { outcome, before } = done;
  const after: Answer<AccountDiff> = hasWritten(outcome)
    ? await lookAgain(one.full, before.desired)
    : { ok: true, value: before };
  if (!after.ok) {
    return {
      ...outcome,
      diagnostics: [...outcome.diagnostics, reportUnverified(outcome, after.failure.message)],
    };
  }
  await keep(
    one.ports.store,
    remember(after.value, (text) => one.full.secrets.print(text), one.ports.clock.now()),
  );
  const webhooks = listWebhooks(outcome, after.value);
  return {
    ...outcome,
    ...(webhooks.length === 0 ? {} : { webhooks }),
    diagnostics: [...outcome.diagnostics, ...verifyAccount(outcome, after.value)],
  };
}

async function keep(
  store: StoreWriter,
  change: Parameters<StoreWriter['change']>[0] | null,
): Promise<void> {
  if (change !== null) await store.change(change);
}

// Of many cycles the look at one asks for no more than where it is the only one.
function withCycle(desired: DesiredAccount, address: Address): DesiredAccount {
  if (desired.cycles.kind !== 'set') return desired;
  const cycles = [...desired.cycles.value].filter(([, cycle]) => cycle.address === address);
  return { ...desired, cycles: { kind: 'set', value: new Map(cycles) } };
}

async function lookAgain(full: Looking, desired: DesiredAccount): Promise<Answer<AccountDiff>> {
  const sight = await lookAtDesired(full, desired);
  if (sight.kind === 'seen') return { ok: true, value: sight.diff };
  const message = sight.diagnostics.map((item) => item.summary).join('; ');
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

function skip(plan: AccountPlan): AccountOutcome {
  return {
    account: plan.account,
    outcomes: plan.operations.map((operation) => ({
      operation,
      result: 'skipped',
      diagnostics: [],
    })),
    diagnostics: [],
  };
}

function reportStale(plan: AccountPlan, { says, isDone }: Moves): Diagnostic {
  return {
    code: 'plan-stale',
    severity: 'error',
    summary: `${plan.account} is not as it was planned: ${says}`,
    remedy: isDone
      ? 'Nothing of it was touched, and nothing needs to be.'
      : 'Nothing of it was touched. Make a new plan and look at it.',
  };
}

function reportUnverified(outcome: AccountOutcome, message: string): Diagnostic {
  return {
    code: 'unread',
    severity: 'error',
    summary: `${outcome.account} was written and could not be looked at again: ${message}`,
    remedy: 'Run cyclectl plan to see whether it is as it should be.',
  };
}

/** The plans among the accounts of a plan file that an apply has something to do for. */
export async function* workOf(
  accounts: AsyncIterable<PlannedAccount>,
): AsyncGenerator<AccountPlan, void, undefined> {
  for await (const account of accounts) {
    if (account.kind !== 'planned') continue;
    if (account.plan.operations.length > 0 || account.plan.hasNews) yield account.plan;
  }
}
