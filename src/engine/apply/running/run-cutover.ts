import type { Address } from '../../../model/address.ts';
import type { Schedule } from '../../../model/desired/schedule.ts';
import { isEffectivelyRunning } from '../../../model/desired/scope/deposed.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { OperationOutcome, OperationStatus } from '../../../model/plan/outcome.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  toFailed,
} from '../apply-state.ts';
import { runSafely } from '../journal/run-safely.ts';
import { runOperation } from '../run-operation.ts';
import { checkConnectorHealth } from './check-connector-health.ts';
import { checkPrerequisites, readPrerequisites } from './check-prerequisites.ts';
import { checkDue } from './once/check-due.ts';
import { findSide } from './once/has-possibly-run.ts';
import { isLost } from './once/is-lost.ts';
import { reportLeftPaused } from './report-left-paused.ts';
import { checkUnknown } from './start-cycle.ts';
import { startDeposed } from './start-deposed.ts';
import { verifyEdits } from './verify-edits.ts';

type CutoverGroup = {
  /** Of those that make way. */
  readonly pauses: readonly Operation[];
  /** Of the one that takes their place. */
  readonly activate: Operation;
  readonly schedule: Schedule;
};

/**
 * One exchange, the sibling of a pause window: those that make way are stopped and drained, and the one that takes their
 * place is started. What it needs to start is looked at before. Never two of them run: where it is not started after
 * all, the earlier one is, but only when the new one rests and no request of ours can start it any more.
 */
export async function runCutover(
  state: ApplyState,
  operations: readonly Operation[],
): Promise<OperationOutcome[]> {
  const exchange = toCutoverGroup(operations);
  const { pauses, activate } = exchange;
  const ready = await runSafely(activate.address, () => checkReady(state, exchange));
  if (ready.kind !== 'done') return rollBack(state, exchange, { at: activate, why: ready });
  const known = await runSafely(activate.address, () =>
    checkUnknown(state, activate.address, exchange.schedule),
  );
  if (known.kind !== 'done') return toSkippedCutover(state, exchange, known);
  for (const pause of pauses) {
    const paused = await runOperation(state, pause);
    if (paused.kind !== 'done') return rollBack(state, exchange, { at: pause, why: paused });
  }
  const started = await startAndVerify(state, activate);
  if (started.kind === 'done') return toOutcomes(exchange, { at: null, why: done, paused: 'done' });
  if (started.kind !== 'unknown') return rollBack(state, exchange, { at: activate, why: started });
  return toOutcomes(exchange, { at: activate, why: toLeftPaused(started, pauses), paused: 'done' });
}

function toCutoverGroup(operations: readonly Operation[]): CutoverGroup {
  const activate = operations.at(-1);
  const pauses = operations.slice(0, -1);
  const isWhole = pauses.every(({ action }) => action.kind === 'pause-cycle');
  if (activate?.action.kind !== 'activate-cycle' || pauses.length === 0 || !isWhole) {
    throw new Error('An exchange begins with pauses and ends with an activation');
  }
  return { pauses, activate, schedule: activate.action.schedule };
}

// Whatever would keep it from starting is found while the earlier one still runs.
async function checkReady(
  state: ApplyState,
  { pauses, activate }: CutoverGroup,
): Promise<OperationResult> {
  const { address } = activate;
  const kept = await verifyEdits(state, address);
  if (kept.kind !== 'done') return kept;
  const at = { account: findAccountId(state), cycle: findRemoteId(state, address) };
  const lacking = await readPrerequisites(state.ports.reader, at);
  if (!lacking.ok) return toFailed(activate, lacking.failure, formatFailure(lacking.failure));
  if (lacking.value.length > 0) return checkPrerequisites(state, activate, lacking.value);
  const locked = await checkConnectorHealth(state, { ...activate, window: null });
  if (locked !== null) return locked;
  return checkDue(state, pauses);
}

// An activation whose answer was lost may still come to pass, and so may one that was answered with success and does
// not show: nothing else may be started after it. It is sent once more: a cycle that runs already stays as it is.
async function startAndVerify(state: ApplyState, activate: Operation): Promise<OperationResult> {
  const first = await runOperation(state, activate);
  if (!isLost(first)) return first;
  const second = await runOperation(state, activate);
  if (second.kind === 'done') return second;
  const diagnostics = 'diagnostics' in second ? second.diagnostics : [];
  return { kind: 'unknown', diagnostics };
}

// A person looks at both, so that none of them is stopped or started.
function toSkippedCutover(
  state: ApplyState,
  exchange: CutoverGroup,
  why: OperationResult,
): OperationOutcome[] {
  const { pauses, activate } = exchange;
  const resting = pauses.filter(
    ({ address }) => findSide(state, address).live?.status !== 'Active',
  );
  return toOutcomes(exchange, { at: activate, why: toLeftPaused(why, resting), paused: 'skipped' });
}

async function rollBack(
  state: ApplyState,
  exchange: CutoverGroup,
  broken: { readonly at: Operation; readonly why: OperationResult },
): Promise<OperationOutcome[]> {
  const { pauses, activate } = exchange;
  const back = await restartEarlier(state, pauses, activate.address);
  if (back.kind === 'done') return toOutcomes(exchange, { ...broken, paused: 'undone' });
  const why = toLeftPaused(broken.why, pauses, back);
  return toOutcomes(exchange, { at: broken.at, why, paused: 'done' });
}

// Only one of them can have run. What rested before we came rests on.
async function restartEarlier(
  state: ApplyState,
  pauses: readonly Operation[],
  successor: Address,
): Promise<OperationResult> {
  const before = state.diff.deposed.get(successor) ?? [];
  const atWork = before.filter((each) => isEffectivelyRunning(each, state.diff.memory));
  const [pause, ...others] = pauses.filter(({ address }) =>
    atWork.some((each) => each.address === address),
  );
  if (pause === undefined) return done;
  if (others.length > 0) return { kind: 'failed', diagnostics: [] };
  return runSafely(pause.address, () => startDeposed(state, pause, successor));
}

// That its restart was tried and refused is told too.
function toLeftPaused(
  why: OperationResult,
  pauses: readonly Operation[],
  back?: OperationResult,
): OperationResult {
  const diagnostics = [why, back].flatMap((each) =>
    each !== undefined && 'diagnostics' in each ? each.diagnostics : [],
  );
  const left = pauses.map(({ address }) => reportLeftPaused(address));
  return {
    kind: why.kind === 'unknown' ? 'unknown' : 'failed',
    diagnostics: [...diagnostics, ...left],
  };
}

// What failed is told where it failed; what waits for a person is no failure.
function toOutcomes(
  { pauses, activate }: CutoverGroup,
  broken: {
    readonly at: Operation | null;
    readonly why: OperationResult;
    readonly paused: OperationStatus;
  },
): OperationOutcome[] {
  const { at, why, paused } = broken;
  const diagnostics = 'diagnostics' in why ? why.diagnostics : [];
  return [...pauses, activate].map((operation): OperationOutcome => {
    if (operation === at) return { operation, result: why.kind, diagnostics };
    if (operation === activate) {
      return { operation, result: at === null ? 'done' : 'skipped', diagnostics: [] };
    }
    return { operation, result: paused, diagnostics: [] };
  });
}
