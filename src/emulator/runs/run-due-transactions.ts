import { CallError } from '../calls/answer/call-error.ts';
import type { CallOutcome } from '../calls/method-call.ts';
import { runMethod } from '../calls/run-method.ts';
import { toFailed } from '../calls/send-method-call.ts';
import { readSettings } from '../console/settings.ts';
import { writeCycle } from '../resources/cycles/find-cycle.ts';
import { runInlineScripts } from '../scripts/inline-script.ts';
import type { State } from '../state/state.ts';
import { sendIncidents } from './incidents/send-incidents.ts';
import { findNextStep, type NextStep, readTransactionContext, type StepCall } from './next-step.ts';
import { saveStepResult, saveUncalledStep } from './save-step-result.ts';
import {
  type OpenTransaction,
  openOpenTransactionTable,
  openTransactionTable,
} from './transactions/transaction.ts';

/**
 * Runs the due transactions of a cycle in order of arrival; with `awaitsOthers` also awaits those
 * that another caller runs. Throws StoreEndedError if the service closes; the next start repeats
 * the interrupted step.
 */
export async function runDueTransactions(
  state: State,
  cycleId: string,
  { awaitsOthers }: { readonly awaitsOthers: boolean },
): Promise<void> {
  const { claims } = state.agenda;
  for (;;) {
    const due = listDue(state, cycleId);
    const free = due.filter(({ id }) => !claims.has(id));
    const claimed = due.map(({ id }) => claims.get(id)?.done).find((each) => each !== undefined);
    if (free.length === 0 && (claimed === undefined || !awaitsOthers)) {
      break;
    }
    for (const transaction of free) {
      await claim(state, transaction);
    }
    await (free.length === 0 ? claimed : undefined);
  }
  transact(state, () => recordNextWake(state, cycleId));
}

async function claim(state: State, { id, cycleId, accountId }: OpenTransaction): Promise<void> {
  const { claims } = state.agenda;
  await waitForSlot(state, accountId);
  if (claims.has(id)) {
    return;
  }
  const done = runTransaction(state, cycleId, id).finally(() => claims.delete(id));
  claims.set(id, { accountId, done });
  await done;
}

/**
 * Waits while the account has as many transactions as the console allows; the rest are Queueing.
 */
async function waitForSlot(state: State, accountId: string): Promise<void> {
  for (;;) {
    const most = readSettings(state).concurrentTransactions;
    const running = [...state.agenda.claims.values()].filter(
      (each) => each.accountId === accountId,
    );
    if (most === null || running.length < most) {
      return;
    }
    await Promise.race(running.map(({ done }) => done));
  }
}

/** Runs a transaction step by step, until it pauses or ends. */
async function runTransaction(state: State, cycleId: string, id: string): Promise<void> {
  let next: NextStep | null;
  do {
    next = await runNextStep(state, cycleId, id);
  } while (next !== null && next.kind !== 'end');
}

/** Runs one step, with one store transaction before and one after the call. */
async function runNextStep(state: State, cycleId: string, id: string): Promise<NextStep | null> {
  const found = transact(state, () => {
    const walk = readTransactionContext(state, cycleId, id);
    if (walk === null) {
      return null;
    }
    const next = findNextStep(state, walk);
    if (next.kind === 'call') {
      const record = openTransactionTable(state).read(id);
      if (record !== undefined && record.status !== 'Running') {
        openTransactionTable(state).write(id, cycleId, { ...record, status: 'Running' });
      }
    }
    return { walk, next, startedAtMs: state.clock.nowMs() };
  });
  if (found === null) {
    return null;
  }
  const { walk, next, startedAtMs } = found;
  if (next.kind !== 'call') {
    sendIncidents(
      state,
      transact(state, () => saveUncalledStep(state, walk, next)),
    );
    return next;
  }
  const outcome = await call(state, next);
  sendIncidents(
    state,
    transact(state, () =>
      saveStepResult(state, walk.transaction, { step: next.step, outcome, startedAtMs }),
    ),
  );
  return next;
}

async function call(state: State, { step, installed, mapped }: StepCall): Promise<CallOutcome> {
  if (installed === undefined || !installed.isAuthenticated) {
    const who =
      installed === undefined
        ? 'of the step is not there'
        : `'${installed.name}' is not authenticated`;
    return toFailed(new CallError('Failed to authenticate the connector', `The connector ${who}.`));
  }
  const computed = await runInlineScripts(state, mapped.scripts);
  if ('reason' in computed) {
    return toFailed(
      new CallError('Failed to build the request', `An inline script: ${computed.reason}`),
    );
  }
  const values = new Map([...mapped.values, ...computed.values]);
  return runMethod(state, { installed, method: step.method, values });
}

function listDue(state: State, cycleId: string): readonly OpenTransaction[] {
  return openOpenTransactionTable(state)
    .list(cycleId)
    .map(({ value }) => value)
    .filter(({ id }) => readTransactionContext(state, cycleId, id) !== null)
    .sort((left, right) => left.order - right.order);
}

/** Records the next wake time of a cycle's open transactions. */
function recordNextWake(state: State, cycleId: string): void {
  const cycle = state.cycles.read(cycleId);
  if (cycle === undefined) {
    return;
  }
  const wakeAtMs = openOpenTransactionTable(state)
    .list(cycleId)
    .map(({ value }) => value.wakeAtMs)
    .reduce((first: number | null, atMs) => Math.min(first ?? atMs, atMs), null);
  if (wakeAtMs !== cycle.queue.wakeAtMs) {
    writeCycle(state, { ...cycle, queue: { ...cycle.queue, wakeAtMs } });
  }
}

function transact<T>(state: State, work: () => T): T {
  return state.store.transact(() => ({ value: work(), keep: true })).result.value;
}
