import type { Address } from '../../model/address.ts';
import { toReplacement } from '../../model/desired/scope/deposed.ts';
import { findDeposed } from '../../model/diff/field-diff.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountOutcome, OperationOutcome } from '../../model/plan/outcome.ts';
import type { ApprovedPlan } from '../../model/plan/plan.ts';
import { listUnrecorded } from '../../model/secret/secret-places.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';
import { type ApplyContext, type ApplyState, done, selectWrites } from './apply-state.ts';
import { checkTouched } from './connectors/check-touched.ts';
import { runSafely } from './journal/run-safely.ts';
import { makePrecondition, type Precondition } from './make-precondition.ts';
import { runOperation } from './run-operation.ts';
import { reportStillPaused } from './running/report-left-paused.ts';
import { runCutover } from './running/run-cutover.ts';
import { runWindow } from './running/run-window.ts';
import { verifyEdits } from './running/verify-edits.ts';

/**
 * Runs an approved plan, one operation after the other. Skips what depends on a failed one, and
 * continues with the rest. Saves each result before the next request. Checks the written connectors
 * at the end.
 */
export async function applyAccount(
  plan: ApprovedPlan,
  context: ApplyContext,
): Promise<AccountOutcome> {
  const state = makeApplyState(context, await recordSecretPlaces(context));
  const outcomes = new Map<string, OperationOutcome>();
  const failed = new Map<Address, boolean>();
  const watch = makePrecondition(state, plan.operations);
  for (const group of groupByWindow(plan.operations)) {
    const held = context.isStopping() ? 'skipped' : findHold(group, outcomes);
    const results =
      held === null
        ? await runIfUnchanged({ state, watch, failed }, group)
        : group.map((operation) => toHeld(operation, held));
    for (const result of results) {
      const { address, id } = result.operation;
      outcomes.set(id, result);
      failed.set(address, failed.get(address) === true || result.result === 'failed');
    }
  }
  const diagnostics = await checkTouched(state, outcomes.values());
  const checks = [...state.checks.values()];
  return {
    account: plan.account,
    outcomes: reportStillPaused([...outcomes.values()], context.diff.state),
    diagnostics,
    checks,
  };
}

async function recordSecretPlaces({ ports, diff }: ApplyContext): Promise<readonly ObjectRecord[]> {
  const saveObjects = listUnrecorded(diff.state);
  if (saveObjects.length > 0)
    await ports.store.update({ account: diff.state.account, saveObjects });
  return saveObjects;
}

function makeApplyState(context: ApplyContext, reported: readonly ObjectRecord[]): ApplyState {
  const { diff } = context;
  const state: ApplyState = {
    ...context,
    ids: new Map(),
    records: new Map([
      ...diff.state.objects,
      ...reported.map((each) => [each.address, each] as const),
    ]),
    made: { hasAccount: false, cycles: new Map() },
    secretPlaces: new Map(),
    intents: new Map(),
    checks: new Map(),
  };
  for (const object of [diff.account, ...diff.connectors, ...diff.cycles]) {
    if (object.live !== null) state.ids.set(object.address, object.live.id);
    // A new object starts without applied fields, because these were sent to another one.
    else state.records.delete(object.address);
  }
  for (const { live, record } of [...diff.liveOnlyConnectors, ...diff.liveOnlyCycles]) {
    if (record !== null) state.ids.set(record.address, live.id);
  }
  return state;
}

function groupByWindow(operations: readonly Operation[]): Operation[][] {
  const groups: Operation[][] = [];
  for (const operation of operations) {
    const last = groups.at(-1);
    const isSame = operation.window !== null && last?.[0]?.window === operation.window;
    if (isSame) last?.push(operation);
    else groups.push([operation]);
  }
  return groups;
}

type Hold = 'skipped' | 'waiting';

// Operations after a start that waits for a sign-in wait too.
function findHold(
  group: readonly Operation[],
  outcomes: ReadonlyMap<string, OperationOutcome>,
): Hold | null {
  const inside = new Set(group.map(({ id }) => id));
  const before = group.flatMap(({ after }) => after.filter((id) => !inside.has(id)));
  const left = before.map((id) => outcomes.get(id)?.result).filter((result) => result !== 'done');
  if (left.length === 0) return null;
  return left.every((result) => result === 'waiting') ? 'waiting' : 'skipped';
}

type Work = {
  readonly state: ApplyState;
  readonly watch: Precondition;
  /** Objects with an outcome, and if one of theirs failed. */
  readonly failed: ReadonlyMap<Address, boolean>;
};

// Reads each object of a group before the first write of any, so that a cycle stopped by the group
// does not count as changed. Reports refusals of an object once, with its first operation.
async function runIfUnchanged(
  { state, watch, failed: known }: Work,
  group: readonly Operation[],
): Promise<OperationOutcome[]> {
  for (const operation of group) {
    const checked = await watch.check(operation);
    if (checked.kind === 'done') continue;
    if (known.get(operation.address) === true) return group.map((each) => toHeld(each, 'skipped'));
    const diagnostics = 'diagnostics' in checked ? checked.diagnostics : [];
    const failed = { operation, result: 'failed', diagnostics } as const;
    return group.map((each) => (each === operation ? failed : toHeld(each, 'skipped')));
  }
  return runGroup(state, group, known);
}

async function runGroup(
  state: ApplyState,
  group: readonly Operation[],
  known: Work['failed'],
): Promise<OperationOutcome[]> {
  const [operation] = group;
  if (operation === undefined) return [];
  if (isCutover(group)) return runCutover(state, group);
  if (operation.window !== null) return runWindow(state, group);
  const observed = findObserved(state, operation, known);
  const kept =
    observed === null
      ? done
      : await runSafely(operation.address, () => verifyEdits(state, observed));
  const performed = kept.kind === 'done' ? await runOperation(state, operation) : kept;
  const diagnostics = 'diagnostics' in performed ? performed.diagnostics : [];
  const isMade = 'isMade' in performed && performed.isMade === true;
  const sent = { ...selectWrites(performed), ...(isMade ? { isMade } : {}) };
  return [{ operation, result: performed.kind, diagnostics, ...sent }];
}

function isCutover(group: readonly Operation[]): boolean {
  return group[0]?.window !== null && group[0]?.address !== group.at(-1)?.address;
}

// Reads a cycle that this plan created or edited before its start, and before its deposed cycles
// are deleted.
function findObserved(
  { diff }: ApplyState,
  { action, address }: Operation,
  known: Work['failed'],
): Address | null {
  const replacement = toReplacement(address);
  if (action.kind === 'delete-cycle') {
    return replacement !== null && findDeposed(diff, replacement).length > 0 ? replacement : null;
  }
  if (action.kind !== 'activate-cycle') return null;
  return known.has(address) ? address : null;
}

function toHeld(operation: Operation, result: Hold): OperationOutcome {
  return { operation, result, diagnostics: [] };
}
