import { type Call, readParam } from '../../http/call.ts';
import { makePageReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import type { CycleRow } from '../../resources/cycles/cycle-row.ts';
import { listCycleRows, readCycle } from '../../resources/cycles/find-cycle.ts';
import type { State } from '../../state/state.ts';
import { toServiceTime } from '../../world/clock.ts';
import { isOverdue } from '../queue.ts';
import { readStepItems } from '../step-data.ts';
import { isWithin, readSpan } from './read-date.ts';
import {
  openTransactionTable,
  type TransactionRecord,
  transactionStatuses,
} from './transaction.ts';

/** GET /cycles/transactions: those of the account, by time and status (SERVICE A.5 [T]). */
export function listAccountTransactions(call: Call): Reply {
  return answerTransactions(call, listCycleRows(call.state, call.accountId));
}

/** GET /cycles/{id}/transactions, also by splitType (SERVICE A.5 [T][N]). */
export function listCycleTransactions(call: Call): Reply {
  return answerTransactions(call, [readCycle(call)]);
}

/**
 * GET /cycles/{id}/transactions/{transactionId}: requests and answers of its steps that are logged,
 * kept and contain `query` (SERVICE A.5 [T][R2], L [Q2]).
 */
export function describeTransaction(call: Call): Reply {
  const cycle = readCycle(call);
  const record = openTransactionTable(call.state).read(readParam(call, 'transactionId'));
  if (record?.cycleId !== cycle.id) {
    throw makeNotFound('The transaction');
  }
  const wanted = call.query.get('query')?.toLowerCase() ?? '';
  return makeReply(
    readStepItems(call.state, cycle, record)
      .filter(({ request, response }) =>
        [request ?? '', response].some((text) => text.toLowerCase().includes(wanted)),
      )
      .map((item) => ({
        TransactionId: record.id,
        StepId: item.stepId,
        StepName: item.stepName,
        StartedOnUtc: toServiceTime(item.startedAtMs),
        CompletedOnUtc: toServiceTime(item.endedAtMs),
        Errored: item.isError,
        Request: item.request ?? null,
        Response: item.response,
      })),
  );
}

function answerTransactions(call: Call, cycles: readonly CycleRow[]): Reply {
  const { state } = call;
  const span = readSpan(call);
  const status = readWord(call, 'status', transactionStatuses);
  const splitType = readWord(call, 'splitType', ['Unsplit']);
  const found = cycles.flatMap((cycle) =>
    openTransactionTable(state)
      .list(cycle.id)
      .map(({ value }) => ({ cycle, record: resolveRecord(state, cycle, value) })),
  );
  const shown = found.filter(
    ({ record }) =>
      isWithin(span, record.createdAtMs) &&
      (status === undefined || record.status === status) &&
      (splitType === undefined || (record.children === 0 && record.parentId === null)),
  );
  return makePageReply(
    call,
    shown.map((value) => ({ id: value.record.id, name: '', order: value.record.order, value })),
    toTransactionJson,
  );
}

/** Record as of now: a transaction that waited a day in a stopped cycle is cancelled. */
function resolveRecord(
  state: State,
  cycle: CycleRow,
  record: TransactionRecord,
): TransactionRecord {
  return record.endedAtMs === null && isOverdue(cycle, state.clock.nowMs())
    ? { ...record, status: 'Cancelled' }
    : record;
}

/** Except Id, CycleId and Status, the names are assumptions (SERVICE A.5). */
function toTransactionJson({
  cycle,
  record,
}: {
  readonly cycle: CycleRow;
  readonly record: TransactionRecord;
}): unknown {
  return {
    Id: record.id,
    CycleId: cycle.id,
    CycleName: cycle.name,
    Status: record.status,
    CreatedOnUtc: toServiceTime(record.createdAtMs),
    CompletedOnUtc: record.endedAtMs === null ? null : toServiceTime(record.endedAtMs),
    ParentTransactionId: record.parentId,
    ChildTransactionCount: record.children,
  };
}

/** A word of the query in any case; others are a 400 (SERVICE A.8, B [T]). */
function readWord<T extends string>(
  { query }: Call,
  name: string,
  words: readonly T[],
): T | undefined {
  const given = query.get(name);
  const word = words.find((each) => each.toLowerCase() === given?.toLowerCase());
  if (given !== null && given !== '' && word === undefined) {
    throw new Refusal(400, `'${given}' is not a valid ${name}.`);
  }
  return word;
}
