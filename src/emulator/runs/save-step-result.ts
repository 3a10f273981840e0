import type { CallOutcome, FailedCall } from '../calls/method-call.ts';
import { listRecords, readTaskCount } from '../calls/run-method.ts';
import type { Method } from '../resources/catalog/catalog.ts';
import type { StepRow } from '../resources/cycles/cycle-row.ts';
import { readSteps, writeCycle } from '../resources/cycles/find-cycle.ts';
import { resolveCycle } from '../resources/cycles/resolve-cycle.ts';
import type { State } from '../state/state.ts';
import { type Incident, type IncidentDetails, recordIncident } from './incidents/incident.ts';
import type { TransactionContext, Uncalled } from './next-step.ts';
import { decideRetry } from './retry.ts';
import { addStepItem } from './step-data.ts';
import { closeTransaction } from './transactions/close-transaction.ts';
import { addTransactions } from './transactions/start-transaction.ts';
import {
  type OpenTransaction,
  openOpenTransactionTable,
  openTransactionTable,
  type StepItems,
} from './transactions/transaction.ts';

// Saves the result of a step, called or not. Each function needs a store transaction and returns
// the new incidents.

/** A called step with its outcome. */
interface Called {
  readonly step: StepRow;
  readonly outcome: CallOutcome;
  readonly startedAtMs: number;
}

/** Saves the outcome of a call; a cancelled transaction stays unchanged. */
export function saveStepResult(
  state: State,
  { id, cycleId, stepsDone }: OpenTransaction,
  called: Called,
): readonly Incident[] {
  const stored = state.cycles.read(cycleId);
  const transaction = openOpenTransactionTable(state).read(id);
  const row = stored === undefined ? undefined : resolveCycle(stored, state.clock.nowMs());
  if (row === undefined || transaction === undefined || transaction.stepsDone !== stepsDone) {
    return [];
  }
  const { step, outcome } = called;
  const cycle = { ...row, tasksUsed: row.tasksUsed + readTaskCount(step.method, outcome) };
  recordExchange(state, { cycle, transaction }, called);
  if (outcome.kind === 'failed') {
    return endFailed(state, { cycle, transaction }, { step, failed: outcome });
  }
  writeCycle(state, cycle);
  queueNextStep(state, transaction, { [step.id]: readItems(step.method, outcome.data, outcome) });
  return [];
}

/** Saves the next action without a call: the end, a split, or a skipped step. */
export function saveUncalledStep(
  state: State,
  { cycle: stored, transaction }: TransactionContext,
  next: Uncalled,
): readonly Incident[] {
  const cycle = resolveCycle(stored, state.clock.nowMs()) ?? stored;
  switch (next.kind) {
    case 'end':
      closeTransaction(state, { cycle, transaction });
      return [];
    case 'split': {
      const { splitItems } = state.outside.limits;
      if (next.items.length <= splitItems) {
        split(state, { cycle, transaction }, next);
        return [];
      }
      return [
        stop(
          state,
          { cycle, transaction },
          {
            step: readSteps(state, cycle).find(({ id }) => id === next.stepId) ?? lostStep(next),
            message: 'Failed to split transaction step data',
            detail: `The step brought ${next.items.length} items, more than ${splitItems}.`,
          },
        ),
      ];
    }
    case 'leave out': {
      queueNextStep(state, transaction, { [next.step.id]: null });
      return next.isFault
        ? [
            recordIncident(state, cycle, {
              transactionId: transaction.id,
              step: next.step,
              level: 'Warning',
              message: 'Required source is empty',
              detail: 'A step that this one takes values from has failed or was left out.',
            }),
          ]
        : [];
    }
    case 'lost':
      return [
        stop(
          state,
          { cycle, transaction },
          {
            step: lostStep(next),
            message: 'Transaction Stopped',
            detail: 'The step is not in the cycle any more.',
          },
        ),
      ];
  }
}

function lostStep({ stepId }: { readonly stepId: string }): IncidentDetails['step'] {
  return { id: stepId, name: '' };
}

/** Ends a transaction with an error. */
function stop(
  state: State,
  { cycle, transaction }: TransactionContext,
  happening: Pick<IncidentDetails, 'step' | 'message' | 'detail'>,
): Incident {
  const transactionId = transaction.id;
  const incident = recordIncident(state, cycle, { ...happening, transactionId, level: 'Error' });
  endErred(state, transaction);
  return incident;
}

/** Handles a failed call: a later retry, or an error after which the transaction continues. */
function endFailed(
  state: State,
  { cycle, transaction }: TransactionContext,
  { step, failed }: { readonly step: StepRow; readonly failed: FailedCall },
): readonly Incident[] {
  const sequel = decideRetry(failed, transaction, cycle.stepErrorAction);
  const happening = {
    transactionId: transaction.id,
    step,
    message: failed.message,
    detail: failed.detail,
  };
  if (sequel.kind === 'again') {
    const { waitMs, retries, throttles } = sequel;
    const wakeAtMs = state.clock.nowMs() + waitMs;
    openOpenTransactionTable(state).write(transaction.id, cycle.id, {
      ...transaction,
      wakeAtMs,
      retries,
      throttles,
    });
    setQueueing(state, transaction);
    return [recordIncident(state, cycle, { ...happening, level: 'Warning' })];
  }
  if (sequel.kind === 'out of retries') {
    return [stop(state, { cycle, transaction }, { ...happening, message: 'Out of retries' })];
  }
  queueNextStep(state, { ...transaction, hasErred: true }, { [step.id]: null });
  return [recordIncident(state, cycle, { ...happening, level: 'Error' })];
}

function setQueueing(state: State, { id, cycleId }: OpenTransaction): void {
  const record = openTransactionTable(state).read(id);
  if (record !== undefined) {
    openTransactionTable(state).write(id, cycleId, { ...record, status: 'Queueing' });
  }
}

/** Makes the next step due now. */
function queueNextStep(
  state: State,
  transaction: OpenTransaction,
  brought: Readonly<Record<string, StepItems | null>>,
): void {
  openOpenTransactionTable(state).write(transaction.id, transaction.cycleId, {
    ...transaction,
    stepsDone: transaction.stepsDone + 1,
    retries: 0,
    throttles: 0,
    brought: { ...transaction.brought, ...brought },
  });
}

function endErred(state: State, transaction: OpenTransaction): void {
  const cycle = state.cycles.read(transaction.cycleId);
  if (cycle !== undefined) {
    closeTransaction(state, { cycle, transaction: { ...transaction, hasErred: true } });
  }
}

/**
 * Starts one transaction for each item, which continues after this step. Its step data starts with
 * the item and its origin (SERVICE L [Q2]; the text after "Split From" is an assumption).
 */
function split(
  state: State,
  { cycle, transaction }: TransactionContext,
  { stepId, items }: Extract<Uncalled, { readonly kind: 'split' }>,
): void {
  const { id, sinceMs, stepIds, stepsDone, brought } = transaction;
  const transactions = openTransactionTable(state);
  const record = transactions.read(id);
  if (record !== undefined) {
    const children = items.length;
    transactions.write(id, cycle.id, { ...record, children, openChildren: children });
  }
  const parts = items.map((item) => ({
    parentId: id,
    sinceMs,
    stepIds,
    stepsDone,
    splitAfter: stepsDone,
    brought: { ...brought, [stepId]: [item] },
  }));
  const stepName = readSteps(state, cycle).find((step) => step.id === stepId)?.name ?? '';
  const atMs = state.clock.nowMs();
  for (const [index, part] of addTransactions(state, cycle, parts).entries()) {
    addStepItem(
      state,
      { id: part, cycleId: cycle.id },
      {
        stepId,
        stepName,
        startedAtMs: atMs,
        endedAtMs: atMs,
        isError: false,
        request: `Split From ${id}`,
        response: JSON.stringify(items[index] ?? null),
      },
    );
  }
  const after = state.cycles.read(cycle.id) ?? cycle;
  closeTransaction(state, { cycle: after, transaction });
}

/** Keeps the request if the cycle logs them: LogStepDataRequests. */
function recordExchange(
  state: State,
  { cycle, transaction }: TransactionContext,
  { step, outcome, startedAtMs }: Called,
): void {
  const response = outcome.kind === 'answered' ? outcome.data : { Message: outcome.message };
  addStepItem(state, transaction, {
    stepId: step.id,
    stepName: step.name,
    startedAtMs,
    endedAtMs: state.clock.nowMs(),
    isError: outcome.kind === 'failed',
    request: cycle.logStepDataRequests ? outcome.request : null,
    response: JSON.stringify(response ?? null),
  });
}

/** Items of an answer: its records, those of a bare array, or one. */
function readItems(
  method: Method,
  data: unknown,
  answered: Extract<CallOutcome, { readonly kind: 'answered' }>,
): StepItems {
  return method.records === null && Array.isArray(data) ? data : listRecords(method, answered);
}
