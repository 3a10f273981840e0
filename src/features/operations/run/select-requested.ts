import type { Address } from '../../../model/address.ts';
import type { SingleRun } from '../../../model/desired/schedule.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { listKeptRuns } from '../../../model/diff/kept-runs.ts';
import { findAwaitedRun } from '../../../model/diff/run-state.ts';
import type { Action, Operation } from '../../../model/plan/operation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { ObjectRecord, SentActivation } from '../../../model/state/account-state.ts';
import { toActivationDigest } from '../../../model/state/account-state.ts';

/** An operation whose request was sent, or may have been. */
export type Requested = { readonly operation: Operation; readonly record: ObjectRecord };

/** The operations of a plan that are left, and those that were requested. */
export type Standing = {
  readonly left: readonly Operation[];
  readonly requested: readonly Requested[];
};

/** Finds the single run of ours that a cycle waits for, or is in, also of one that Git removed. */
export function findAwaited(diff: AccountDiff, address: Address): SingleRun | null {
  const cycle = diff.cycles.find((each) => each.address === address);
  if (cycle !== undefined) return findAwaitedRun(cycle.runState);
  return listKeptRuns(diff).find((each) => each.address === address)?.run ?? null;
}

/** Sorts the operations of a run that died: a request that it sent, or may have sent, is never repeated. */
export function selectLeft({ operations }: AccountPlan, diff: AccountDiff): Standing {
  const left: Operation[] = [];
  const requested: Requested[] = [];
  for (const operation of operations) {
    const record = findRecord(diff, operation);
    if (record === null || isToRequest(operation, record, diff)) left.push(operation);
    else requested.push({ operation, record });
  }
  return { left, requested };
}

// A later activation of ours shows that a single run was requested, and a cycle that does not wait
// that its cancellation was.
function isToRequest(
  { action, address, id }: Operation,
  { run }: ObjectRecord,
  diff: AccountDiff,
): boolean {
  if (action.kind === 'run-cycle') return toDigest(run) === action.previous;
  if (findAwaited(diff, address) !== null) return true;
  const isSent = diff.state.writes.get(address)?.operation === id;
  return !(isSent || run?.isBeforeRun === true || run?.isUnknown === true);
}

/**
 * Sorts the operations of a plan that may have been applied before. All were requested, or all are
 * left; otherwise returns what came in between.
 */
export function selectUnrequested(
  { operations }: AccountPlan,
  diff: AccountDiff,
): Standing | { readonly moved: string } {
  const requested: Requested[] = [];
  const others: Address[] = [];
  for (const operation of operations) {
    const record = findRecord(diff, operation);
    if (record === null) continue;
    const { address } = operation;
    const standing = classifyOperation(operation, record, findAwaited(diff, address));
    if (standing === 'requested') requested.push({ operation, record });
    if (standing === 'moved') others.push(address);
  }
  if (others.length > 0)
    return { moved: `${others.sort().join(', ')} was started, stopped or cancelled since` };
  if (requested.length === operations.length) return { left: [], requested };
  if (requested.length === 0) return { left: operations, requested };
  const done = requested.map(({ operation }) => operation.address).sort();
  return { moved: `a part of the plan is done already (${done.join(', ')})` };
}

function classifyOperation(
  { action }: Operation,
  { run }: ObjectRecord,
  awaited: SingleRun | null,
): 'left' | 'requested' | 'moved' {
  if (action.kind === 'run-cycle') {
    if (toDigest(run) === action.previous) return 'left';
    return run !== null && isRunOf(run, action) ? 'requested' : 'moved';
  }
  if (action.kind !== 'cancel-run' || awaited?.at === action.at) return 'left';
  const isOfPlan = run?.schedule.kind === 'once' && run.schedule.at === action.at;
  const isTold = run?.isBeforeRun === true || run?.isUnknown === true;
  return isOfPlan && isTold ? 'requested' : 'moved';
}

// A run without a time has that of its request. One that was cancelled, or whose cycle others
// started since, is no longer the last event.
function isRunOf(
  { schedule, sent, isBeforeRun, isOver }: SentActivation,
  { at }: Extract<Action, { kind: 'run-cycle' }>,
): boolean {
  if (schedule.kind !== 'once' || isBeforeRun === true || isOver === true) return false;
  return at === null ? sent.startTime === undefined : schedule.at === at;
}

function findRecord({ cycles, state }: AccountDiff, { address }: Operation): ObjectRecord | null {
  const cycle = cycles.find((each) => each.address === address);
  return (cycle === undefined ? state.objects.get(address) : cycle.record) ?? null;
}

function toDigest(run: SentActivation | null): string | null {
  return run === null ? null : toActivationDigest(run);
}
