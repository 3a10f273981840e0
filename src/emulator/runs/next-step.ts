import { findInstalled } from '../resources/connectors/find-installed.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';
import type { CycleRow, StepRow } from '../resources/cycles/cycle-row.ts';
import { readSteps } from '../resources/cycles/find-cycle.ts';
import type { State } from '../state/state.ts';
import { listSourceSteps, type MappedValues, resolveValues } from './resolve-values.ts';
import {
  type OpenTransaction,
  openOpenTransactionTable,
  type StepItems,
} from './transactions/transaction.ts';

/** Next step of a transaction. */
export type NextStep = Uncalled | StepCall;

/** A step to call. */
export interface StepCall {
  readonly kind: 'call';
  readonly step: StepRow;
  /** Undefined: none, or deleted. */
  readonly installed: InstalledRow | undefined;
  readonly mapped: MappedValues;
}

/** Next step without a call. */
export type Uncalled =
  | { readonly kind: 'end' }
  | { readonly kind: 'split'; readonly stepId: string; readonly items: StepItems }
  /** A step that cannot be called, because a source step failed or returned nothing. */
  | { readonly kind: 'leave out'; readonly step: StepRow; readonly isFault: boolean }
  /** A step that is no longer in the cycle. */
  | { readonly kind: 'lost'; readonly stepId: string };

/** A transaction with its cycle, both current. */
export interface TransactionContext {
  readonly cycle: CycleRow;
  readonly transaction: OpenTransaction;
}

/** Reads a transaction that is due and not held by its cycle. */
export function readTransactionContext(
  state: State,
  cycleId: string,
  transactionId: string,
): TransactionContext | null {
  const transaction = openOpenTransactionTable(state).read(transactionId);
  const cycle = state.cycles.read(cycleId);
  const mayGoOn =
    transaction !== undefined &&
    transaction.wakeAtMs <= state.clock.nowMs() &&
    cycle !== undefined &&
    cycle.status !== 'DeleteScheduled' &&
    cycle.queue.heldSinceMs === null;
  return mayGoOn ? { cycle, transaction } : null;
}

/** Finds the next step by the data of earlier steps. */
export function findNextStep(state: State, { cycle, transaction }: TransactionContext): NextStep {
  const { stepIds, stepsDone, brought } = transaction;
  const stepId = stepIds[stepsDone];
  if (stepId === undefined) {
    return { kind: 'end' };
  }
  const steps = new Map(readSteps(state, cycle).map((step) => [step.id, step]));
  const done = stepIds[stepsDone - 1];
  const items = done === undefined ? undefined : brought[done];
  if (
    done !== undefined &&
    items &&
    splitsAfter(cycle, transaction, { step: steps.get(done), items })
  ) {
    return { kind: 'split', stepId: done, items };
  }
  const step = steps.get(stepId);
  if (step === undefined) {
    return { kind: 'lost', stepId };
  }
  const sources = [...listSourceSteps(step)].map((id) => brought[id]);
  if (sources.some((each) => each === null || each?.length === 0)) {
    return { kind: 'leave out', step, isFault: sources.includes(null) };
  }
  const binding = cycle.bindings.find((each) => each.stepId === stepId);
  const id = binding?.accountConnectorId ?? null;
  return {
    kind: 'call',
    step,
    installed: id === null ? undefined : findInstalled(state, cycle.accountId, id),
    mapped: resolveValues(step, { cycle, transaction, steps }),
  };
}

/**
 * CollectionSplitType: `All` splits the data of every step, `First` that of the first one (SERVICE
 * B).
 */
function splitsAfter(
  { collectionSplitType }: CycleRow,
  { stepsDone, splitAfter }: OpenTransaction,
  { step, items }: { readonly step: StepRow | undefined; readonly items: StepItems },
): boolean {
  const isWanted =
    collectionSplitType === 'All' || (collectionSplitType === 'First' && stepsDone === 1);
  const isCollection = (step !== undefined && step.method.records !== null) || items.length > 1;
  return isWanted && isCollection && splitAfter < stepsDone;
}
