import type { Address } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { findDeposed } from '../../../model/diff/field-diff.ts';
import { isEffectivelyRunning } from '../../../model/diff/run-state.ts';
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
import { reportLeftPaused } from './report-left-paused.ts';
import { isLostStart } from './start-cycle-if-ready.ts';
import { startDeposed } from './start-deposed.ts';
import { verifyEdits } from './verify-edits.ts';

type CutoverGroup = {
  /** Stops of the deposed cycles. */
  readonly pauses: readonly Operation[];
  /** Start of the replacement. */
  readonly activate: Operation;
};

/**
 * Runs one cutover: stops and drains the deposed cycles, then starts the replacement. Never two of
 * them run: after a failure the old one restarts only if the new one certainly cannot start.
 */
export async function runCutover(
  state: ApplyState,
  operations: readonly Operation[],
): Promise<OperationOutcome[]> {
  const cutover = toCutoverGroup(operations);
  const { pauses, activate } = cutover;
  const ready = await runSafely(activate.address, () => checkReady(state, cutover));
  if (ready.kind === 'waiting')
    return toOutcomes(cutover, { at: activate, why: ready, paused: 'waiting' });
  if (ready.kind !== 'done') return rollBack(state, cutover, { at: activate, why: ready });
  for (const pause of pauses) {
    const paused = await runOperation(state, pause);
    if (paused.kind !== 'done') return rollBack(state, cutover, { at: pause, why: paused });
  }
  const started = await startAndVerify(state, activate);
  if (started.kind === 'done') return toOutcomes(cutover, { at: null, why: done, paused: 'done' });
  if (started.kind !== 'unknown') return rollBack(state, cutover, { at: activate, why: started });
  return toOutcomes(cutover, { at: activate, why: toLeftPaused(started, pauses), paused: 'done' });
}

function toCutoverGroup(operations: readonly Operation[]): CutoverGroup {
  const activate = operations.at(-1);
  const pauses = operations.slice(0, -1);
  const isWhole = pauses.every(({ action }) => action.kind === 'pause-cycle');
  if (activate?.action.kind !== 'activate-cycle' || pauses.length === 0 || !isWhole) {
    throw new Error('A cutover starts with pauses and ends with an activation');
  }
  return { pauses, activate };
}

// Finds obstacles to the start while the old cycle still runs.
async function checkReady(state: ApplyState, { activate }: CutoverGroup): Promise<OperationResult> {
  const { address } = activate;
  const kept = await verifyEdits(state, address);
  if (kept.kind !== 'done') return kept;
  const at = { account: findAccountId(state), cycle: findRemoteId(state, address) };
  const lacking = await readPrerequisites(state.ports.reader, at);
  if (!lacking.ok) return toFailed(activate, lacking.failure, formatFailure(lacking.failure));
  if (lacking.value.length > 0) return checkPrerequisites(state, activate, lacking.value);
  const blocked = await checkConnectorHealth(state, { ...activate, window: null });
  return blocked ?? done;
}

// An activation of unknown outcome may still succeed, so nothing else is started after it. It is
// sent once more, because a running cycle stays as it is.
async function startAndVerify(state: ApplyState, activate: Operation): Promise<OperationResult> {
  const first = await runOperation(state, activate);
  if (!isLostStart(first)) return first;
  const second = await runOperation(state, activate);
  if (second.kind === 'done') return second;
  const diagnostics = 'diagnostics' in second ? second.diagnostics : [];
  return { kind: 'unknown', diagnostics };
}

async function rollBack(
  state: ApplyState,
  cutover: CutoverGroup,
  broken: { readonly at: Operation; readonly why: OperationResult },
): Promise<OperationOutcome[]> {
  const { pauses, activate } = cutover;
  const back = await restartEarlier(state, pauses, activate.address);
  if (back.kind === 'done') return toOutcomes(cutover, { ...broken, paused: 'undone' });
  const why = toLeftPaused(broken.why, pauses, back);
  return toOutcomes(cutover, { at: broken.at, why, paused: 'done' });
}

// Restarts the one cycle that ran; cycles that were paused before stay paused.
async function restartEarlier(
  state: ApplyState,
  pauses: readonly Operation[],
  replacement: Address,
): Promise<OperationResult> {
  const before = findDeposed(state.diff, replacement);
  const atWork = before.filter(({ run }) => isEffectivelyRunning(run));
  const [pause, ...others] = pauses.filter(({ address }) =>
    atWork.some((each) => each.address === address),
  );
  if (pause === undefined) return done;
  if (others.length > 0) return { kind: 'failed', diagnostics: [] };
  return runSafely(pause.address, () => startDeposed(state, pause, replacement));
}

// Also reports that the restart was refused.
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

// Reports a failure at its operation; waiting for a person is not a failure.
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
