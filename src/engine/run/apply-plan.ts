import type { Answer } from '../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { isWriteInside } from '../../model/plan/operation.ts';
import {
  type AccountOutcome,
  hasWritten,
  type OperationOutcome,
} from '../../model/plan/outcome.ts';
import { type AccountPlan, hasWork } from '../../model/plan/plan.ts';
import {
  isRefused,
  listRefusedDiagnostics,
  type RefusedObject,
  selectOtherRefused,
} from '../../model/plan/refused.ts';
import type { ServiceReader, StoreWriter } from '../../model/ports.ts';
import { reportPlannedRun } from '../../model/report/advice/report-single-run.ts';
import { listStarted } from '../../model/state/restore-starts.ts';
import { applyAccount } from '../apply/apply-account.ts';
import type { ApplyPorts } from '../apply/apply-state.ts';
import { describeThrown } from '../apply/journal/run-safely.ts';
import { observeAccount } from '../observe/observe-account.ts';
import type { Observation, RunContext, WholeCycles } from '../observe/run-context.ts';
import type { RunSource } from '../observe/source.ts';
import { findRefused } from '../plan/refusals/find-refused.ts';
import type { Approval } from '../policy/check-plan-totals.ts';
import { findMoves, findMovesSince, type Moves } from '../verify/find-moves.ts';
import { listWebhooks } from '../verify/list-webhooks.ts';
import { nextState } from '../verify/next-state.ts';
import { verifyAccount } from '../verify/verify-account.ts';
import type { Checking } from './check-connector.ts';
import { listEarlyRecords } from './list-early-records.ts';
import { checkStarts } from './planning/check-starts.ts';
import { toPlanned } from './planning/to-planned.ts';
import { makeApplyReads, withReader } from './reads/make-apply-reads.ts';
import { observeAgain } from './reads/observe-again.ts';
import { openReadBack } from './reads/open-read-back.ts';
import { saveMovedState } from './save-moved-state.ts';

/** One account of an apply, whose lock is ours. */
export type LockedAccount = {
  readonly plan: AccountPlan;
  readonly entry: AccountEntry | null;
  readonly full: RunContext;
  readonly source: RunSource;
  readonly checking: Checking;
  readonly approval: Approval;
  readonly ports: ApplyPorts;
  readonly drainTimeoutMs: number;
  readonly isStopping: () => boolean;
  /** True if a dead run started it, so that it no longer matches its plan. */
  readonly isUnfinished: boolean;
  /** Locks another account too; returns a diagnostic if it is locked. */
  readonly lockAlso: (account: string) => Promise<Diagnostic | null>;
  /** Called once it has work, and before anything of it is saved or written; false: leave it as it is. */
  readonly admit?: () => Promise<boolean>;
  /** Called with the live state right before the first write. */
  readonly begin: (before: AccountDiff, refused: readonly RefusedObject[]) => Promise<void>;
};

/**
 * Applies the plan of one account. Reads the account first and refuses a stale plan; reads it again
 * afterwards and returns the next state.
 */
export async function applyPlan(one: LockedAccount): Promise<AccountOutcome> {
  const { plan, entry, full } = one;
  const none = (diagnostics: readonly Diagnostic[]): AccountOutcome => ({
    account: plan.account,
    outcomes: [],
    diagnostics,
  });
  const at = { environment: full.environment, now: one.ports.clock.now() };
  const runs = plan.operations.flatMap(({ address, action }) =>
    action.kind === 'activate-cycle' && action.schedule.kind === 'once'
      ? [reportPlannedRun(address, action.schedule.at, at)]
      : [],
  );
  if (runs.length > 0) return none(runs);
  if (entry === null) {
    const text = 'its manifest is gone or not selected';
    return none([reportStale(plan, { summary: text, isDone: false, moves: [] })]);
  }
  const { source, scope } = (one.isUnfinished ? one.source.resume(plan) : one.source).open(entry);
  // Without a write there is no later look, and a dead run may have written all of it.
  const hasLaterLook = plan.operations.length > 0 && !one.isUnfinished;
  const kept = openReadBack({ reader: full.reader, writer: one.ports.writer });
  const keeping = withReader(full, kept.reader);
  const looking = hasLaterLook ? keeping : { ...keeping, wholeCycles: toDue([]) };
  const observation = await observeAccount(looking, source, scope);
  const { refused: held = [] } = plan;
  const fresh = toPlanned(entry, observation, { ...full, held });
  if (observation.kind !== 'observed' || fresh.kind !== 'planned') {
    return none(fresh.kind === 'unplanned' ? fresh.diagnostics : []);
  }
  const { refused = [] } = fresh.plan;
  const more = listRefusedDiagnostics(selectOtherRefused(refused, held));
  // A resumed run goes on with the rest.
  if (more.length > 0 && !one.isUnfinished) return none(more);
  const fingerprint = (text: string) => full.secrets.fingerprint(text);
  const look = { plan: fresh.plan, diff: observation.diff, fingerprint };
  const moves = one.isUnfinished ? findMovesSince(plan, look) : findMoves(plan, look);
  const left = await listLeft(one, observation, refused);
  const stays = left.length === 0 ? {} : { refused: left };
  if (moves !== null) {
    return moves.isDone
      ? { ...none([reportDone(plan, moves, left)]), ...stays }
      : none([reportStale(plan, moves)]);
  }
  if (!hasWork(plan)) return { ...none([]), ...stays };
  const { movedFrom } = observation.diff.state;
  const taken = movedFrom === undefined ? null : await one.lockAlso(movedFrom);
  if (taken !== null || (await one.admit?.()) === false) return none(taken === null ? [] : [taken]);
  const state = await saveMovedState(one.ports.store, observation.diff.state);
  const diff = await adopt(one, { ...observation.diff, state }, refused);
  await one.begin(diff, refused);
  const reads = makeApplyReads(one, diff, kept);
  const applied = await applyAccount(one.approval.approve(one.isUnfinished ? fresh.plan : plan), {
    ...reads,
    diff,
    drainTimeoutMs: one.drainTimeoutMs,
    isStopping: one.isStopping,
  });
  const outcome = {
    ...applied,
    diagnostics: [...applied.diagnostics, ...more],
    ...stays,
  };
  try {
    return await verifyOutcome(one, { outcome, before: diff, refused, reader: reads.kept });
  } catch (error) {
    const diagnostics = [...outcome.diagnostics, describeThrown(error, plan.account)];
    return { ...outcome, diagnostics };
  }
}

// Objects that the plan refused, with their present reasons. Apply does what was approved, also if
// the cause is gone.
async function listLeft(
  one: LockedAccount,
  observation: Observed,
  refused: readonly RefusedObject[],
): Promise<readonly RefusedObject[]> {
  const { refused: held = [] } = one.plan;
  const found = findRefused(observation.diff);
  const known = found.kind === 'account' ? refused : found.objects;
  const over = [
    ...selectOtherRefused(held, known).filter((each) => !isUnstartable(each)),
    ...(await listStartable(one, observation)),
  ];
  return refused
    .filter(({ address }) => held.some((each) => each.address === address))
    .map((each) =>
      over.some(({ address }) => address === each.address)
        ? { ...each, diagnostics: [reportOver(each)] }
        : each,
    );
}

type Observed = Extract<Observation, { kind: 'observed' }>;

function isUnstartable({ diagnostics }: RefusedObject): boolean {
  return diagnostics.some(({ code }) => code === 'prerequisite-missing');
}

// Cycles that the plan refused to start, and that it would start now. Only a plan with them knows.
async function listStartable(
  { plan: { refused: held = [] }, entry, full }: LockedAccount,
  observation: Observed,
): Promise<readonly RefusedObject[]> {
  const unstartable = held.filter(isUnstartable);
  if (unstartable.length === 0 || entry === null) return [];
  const fresh = toPlanned(entry, observation, {
    ...full,
    held: selectOtherRefused(held, unstartable),
  });
  if (fresh.kind !== 'planned') return [];
  const starts = await checkStarts(full.reader, observation, fresh.plan);
  if (starts.kind === 'unread') return [];
  return selectOtherRefused(unstartable, [...(fresh.plan.refused ?? []), ...starts.refused]);
}

function reportOver({ address }: RefusedObject): Diagnostic {
  return reportError('refusal-over', {
    summary: `${address} was refused by the plan, and its cause is gone`,
    address,
    remedy: 'It was not changed, because only what a plan shows is applied. Plan again, and apply.',
  });
}

// Saves adopted objects before the first write, because created and adopted ones look the same
// afterwards. Also saves the start of an earlier run, and closes finished pauses.
async function adopt(
  one: LockedAccount,
  diff: AccountDiff,
  refused: readonly RefusedObject[],
): Promise<AccountDiff> {
  const { state } = diff;
  const fingerprint = (text: string) => one.full.secrets.fingerprint(text);
  const change = nextState(diff, { refused, fingerprint, now: one.ports.clock.now() });
  const early = listEarlyRecords(state, change ?? {});
  const closePauses = change?.closePauses ?? [];
  const started = listStarted(state).filter(({ address }) => !isRefused(refused, address));
  const saveObjects = [...early, ...started];
  if (saveObjects.length + closePauses.length === 0) return diff;
  await one.ports.store.update({ account: state.account, saveObjects, closePauses });
  const kept = new Map(early.map((record) => [record.address, record] as const));
  const objects = new Map([...state.objects, ...kept]);
  const pauses = new Map([...state.pauses].filter(([address]) => !closePauses.includes(address)));
  const cycles = diff.cycles.map((cycle) =>
    cycle.record === null ? cycle : { ...cycle, record: kept.get(cycle.address) ?? cycle.record },
  );
  return { ...diff, cycles, state: { ...state, objects, pauses } };
}

// Reads again after a write; otherwise the first read is still valid.
async function verifyOutcome(
  one: LockedAccount,
  done: {
    readonly outcome: AccountOutcome;
    readonly before: AccountDiff;
    readonly refused: readonly RefusedObject[];
    /** Keeps answers that were read after the last write. */
    readonly reader: ServiceReader;
  },
): Promise<AccountOutcome> {
  const { outcome, before, refused, reader } = done;
  const fingerprint = (text: string) => one.full.secrets.fingerprint(text);
  // After a failure all is read again: a kept answer may be the reason.
  const isDone = outcome.outcomes.every(({ result }) => result === 'done');
  const looking = isDone ? withReader(one.full, reader) : one.full;
  const after: Answer<AccountDiff> = hasWritten(outcome)
    ? await observeAgain({ ...looking, wholeCycles: toDue(outcome.outcomes) }, before)
    : { ok: true, value: before };
  if (!after.ok) {
    return {
      ...outcome,
      diagnostics: [...outcome.diagnostics, reportUnverified(outcome, after.failure.message)],
    };
  }
  const now = one.ports.clock.now();
  await save(one.ports.store, nextState(after.value, { refused, fingerprint, now }));
  const webhooks = listWebhooks(outcome, after.value);
  return {
    ...outcome,
    ...(webhooks.length === 0 ? {} : { webhooks }),
    diagnostics: [...outcome.diagnostics, ...verifyAccount(outcome, after.value)],
  };
}

// An edit inside a cycle moves its baseline, so that all of it is read back.
function toDue(outcomes: readonly OperationOutcome[]): WholeCycles {
  const written = outcomes.flatMap(({ operation: { action, address } }) =>
    isWriteInside(action) ? [address] : [],
  );
  return { due: true, written: new Set(written) };
}

async function save(
  store: StoreWriter,
  change: Parameters<StoreWriter['update']>[0] | null,
): Promise<void> {
  if (change !== null) await store.update(change);
}

function reportStale(plan: AccountPlan, { summary: text, moves }: Moves): Diagnostic {
  return reportError('plan-stale', {
    summary: `${plan.account} changed since the plan: ${text}`,
    ...(moves.length === 0 ? {} : { moves }),
    remedy: 'Nothing was changed in this account. Make a new plan and review it.',
  });
}

// An earlier apply of the plan, or the run that held the lock, did the work: no failure.
function reportDone(
  { account }: AccountPlan,
  { summary: text }: Moves,
  left: readonly RefusedObject[],
): Diagnostic {
  const remedy = 'Nothing was changed. Make a new plan for the objects that this one refused.';
  return reportWarning('plan-done', {
    summary: `${account}: ${text}`,
    ...(left.length === 0 ? {} : { remedy }),
  });
}

function reportUnverified(outcome: AccountOutcome, message: string): Diagnostic {
  return reportError('unread', {
    summary: `${outcome.account} was written but could not be verified: ${message}`,
    remedy: 'Run cyclectl plan to see if it is in sync.',
  });
}
