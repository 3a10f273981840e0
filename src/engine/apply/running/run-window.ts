import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { OperationOutcome, OperationStatus } from '../../../model/plan/outcome.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  selectWrites,
} from '../apply-state.ts';
import { hasLostLock } from '../journal/has-lost-lock.ts';
import { runSafely } from '../journal/run-safely.ts';
import { runWithIntent } from '../journal/run-with-intent.ts';
import { runOperation } from '../run-operation.ts';
import { findCycleDiff } from '../values/read-payload.ts';
import { checkRestart } from './check-prerequisites.ts';
import { reportLeftPaused } from './report-left-paused.ts';
import { isLostStart, startCycleIfReady } from './start-cycle-if-ready.ts';
import { verifyEdits, verifyRollback } from './verify-edits.ts';

type Window = {
  readonly pause: Operation;
  readonly edits: readonly Operation[];
  readonly activate: Operation;
};

/**
 * Runs one pause window: stop and drain, edit, verify, restart. The cycle runs with all new values
 * or all old ones: a failed edit restores the old ones, or leaves it paused and reported.
 */
export async function runWindow(
  state: ApplyState,
  operations: readonly Operation[],
): Promise<OperationOutcome[]> {
  const window = toWindow(operations);
  const { address } = window.pause;
  const ready = await runSafely(address, () => checkRestart(state, window.pause, window.edits));
  if (ready.kind !== 'done') return toStillRunning(window, ready);
  const paused = await runOperation(state, window.pause);
  if (paused.kind !== 'done')
    return closeUnchanged(state, window, { failed: window.pause, why: paused, attempted: [] });
  const attempted: Operation[] = [];
  const sent = new Map<Operation, { readonly writes?: number }>();
  for (const edit of window.edits) {
    attempted.push(edit);
    const performed = await runOperation(state, edit);
    if (performed.kind !== 'done')
      return closeUnchanged(state, window, { failed: edit, why: performed, attempted });
    sent.set(edit, selectWrites(performed));
  }
  const kept = await runSafely(address, () => verifyEdits(state, address));
  if (kept.kind !== 'done') {
    const failed = window.edits.at(-1) ?? window.activate;
    return closeUnchanged(state, window, { failed, why: kept, attempted });
  }
  const started = await startEdited(state, window.activate);
  if (started.kind === 'done')
    return operations.map((operation) => ({
      operation,
      result: 'done',
      diagnostics: [],
      ...sent.get(operation),
    }));
  if (started.kind === 'unknown') return toUnknownStart(window, started.diagnostics);
  return closeUnchanged(state, window, { failed: window.activate, why: started, attempted });
}

function toWindow(operations: readonly Operation[]): Window {
  const [pause] = operations;
  const activate = operations.at(-1);
  if (pause?.action.kind !== 'pause-cycle' || activate?.action.kind !== 'activate-cycle') {
    throw new Error('A pause window starts with a pause and ends with an activation');
  }
  return { pause, edits: operations.slice(1, -1), activate };
}

function toStillRunning(window: Window, why: OperationResult): OperationOutcome[] {
  const diagnostics = 'diagnostics' in why ? why.diagnostics : [];
  return [
    { operation: window.pause, result: 'failed', diagnostics },
    ...[...window.edits, window.activate].map(
      (operation): OperationOutcome => ({ operation, result: 'skipped', diagnostics: [] }),
    ),
  ];
}

// A lost start that does not show is sent once more: after a roll-back, a cycle whose own schedule
// is unknown would have its old values on the schedule in Git.
async function startEdited(state: ApplyState, activate: Operation): Promise<OperationResult> {
  const first = await runOperation(state, activate);
  if (first.kind !== 'failed' || !isLostStart(first)) return first;
  const second = await runOperation(state, activate);
  // The first one may have arrived late, so that the service refuses the second.
  const isLate = second.kind === 'failed' && (await isRunning(state, activate.address));
  return isLate ? { ...second, kind: 'unknown' } : second;
}

// The cycle may already run with all new values, and restoring old ones would mix them.
function toUnknownStart(window: Window, why: readonly Diagnostic[]): OperationOutcome[] {
  const diagnostics = [...why, reportLeftPaused(window.pause.address)];
  return [
    ...[window.pause, ...window.edits].map(
      (operation): OperationOutcome => ({ operation, result: 'done', diagnostics: [] }),
    ),
    { operation: window.activate, result: 'unknown', diagnostics },
  ];
}

async function closeUnchanged(
  state: ApplyState,
  window: Window,
  broken: {
    readonly failed: Operation;
    readonly why: OperationResult;
    readonly attempted: readonly Operation[];
  },
): Promise<OperationOutcome[]> {
  const { failed, why, attempted } = broken;
  const diagnostics = why.kind === 'failed' || why.kind === 'unknown' ? [...why.diagnostics] : [];
  const isRestored = await rollBack(state, attempted);
  const isStarted = isRestored && (await startAgain(state, window));
  if (!isStarted) diagnostics.push(reportLeftPaused(window.pause.address));
  const taken: OperationStatus = isRestored ? 'undone' : 'done';
  const paused: OperationStatus = isStarted ? 'undone' : 'done';
  return [window.pause, ...window.edits, window.activate].map((operation): OperationOutcome => {
    if (operation === failed) {
      return { operation, result: why.kind === 'unknown' ? 'unknown' : 'failed', diagnostics };
    }
    const isAttempted = attempted.includes(operation);
    const result = operation === window.pause ? paused : isAttempted ? taken : 'skipped';
    return { operation, result, diagnostics: [] };
  });
}

// Takes the edits back in reverse order, including the failed one, because it may have succeeded.
// Verifies the result, because some of them alone would run as a mix.
async function rollBack(state: ApplyState, attempted: readonly Operation[]): Promise<boolean> {
  for (const edit of [...attempted].reverse()) {
    const performed = await runOperation(state, edit, 'earlier');
    if (performed.kind !== 'done') return false;
  }
  const [edit] = attempted;
  if (edit === undefined) return true;
  const restored = await runSafely(edit.address, () => verifyRollback(state, edit.address));
  return restored.kind === 'done';
}

async function startAgain(state: ApplyState, window: Window): Promise<boolean> {
  const { address, action } = window.pause;
  const restart = action.kind === 'pause-cycle' ? action.restart : null;
  const { runState } = findCycleDiff(state.diff, address);
  const schedule = (runState.kind === 'running' ? runState.on : null) ?? restart;
  if (schedule === null || (await hasLostLock(state))) return false;
  const started = await runSafely(address, async () => {
    const { activate } = window;
    if (!(await isRunning(state, address)))
      return runWithIntent(state, activate, () => startCycleIfReady(state, activate, schedule));
    const account = state.diff.desired.key;
    await state.ports.store.update({ account, closePauses: [address] });
    return done;
  });
  return started.kind === 'done' || (await isRunning(state, address));
}

async function isRunning(state: ApplyState, address: Operation['address']): Promise<boolean> {
  const live = await state.ports.reader.readCycle(
    findAccountId(state),
    findRemoteId(state, address),
  );
  return live.ok && live.value?.status === 'Active';
}
