import { compareTexts } from '../kit/text/compare-texts.ts';
import type { RemoteId } from '../model/live/live.ts';
import type {
  IncidentLevel,
  LiveIncident,
  LiveTransaction,
  TransactionReader,
  TransactionStep,
} from '../model/live/transaction.ts';
import type { CycleRef } from '../model/ports.ts';
import type { RunCount } from '../model/state/run-count.ts';
import { readLocation } from '../wire/read-location.ts';
import {
  readDate,
  readId,
  readOptionalFlag,
  readOptionalId,
  readOptionalText,
  readText,
  toItems,
  type Wire,
} from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';
import { listSpan } from './http/list-span.ts';

// Assumptions of the service name all that no source says about lists of runs (see `assumptions.ts`).

/** Reads runs and their errors (SERVICE A.5 [T]); never the data that they moved. */
export function makeRunReader(client: Client): TransactionReader {
  const listTransactions: TransactionReader['listTransactions'] = (account, span, cycle) => {
    const path =
      cycle === undefined ? '/cycles/transactions' : toPath('cycles', cycle, 'transactions');
    return listSpan(client, { path, account, span }, readTransaction);
  };
  const listIncidents: TransactionReader['listIncidents'] = (account, span, level) =>
    listSpan(client, { path: `/cycles/incidents/${level}`, account, span }, (wire) =>
      readIncident(wire, level),
    );
  return {
    listTransactions,
    listIncidents,
    listTransactionSteps: (at, transaction, location) =>
      listSteps(client, { ...at, transaction, location }),
    readRuns: async (account, span) => {
      const runs = await listTransactions(account, span);
      if (!runs.ok) return runs;
      if (runs.value.length === 0) return { ok: true, value: { ended: 0, failed: 0, errors: [] } };
      // An error can come after the span in which its run began.
      const incidents = await listIncidents(account, { after: span.after }, 'error');
      return incidents.ok ? { ok: true, value: countRuns(runs.value, incidents.value) } : incidents;
    },
  };
}

// A run is a transaction. Only Completed and Queueing are known words, so an incident shows the errors, and
// a run of another word without an error did not end.
function countRuns(runs: readonly LiveTransaction[], incidents: readonly LiveIncident[]): RunCount {
  const status = new Map(runs.map((each) => [each.id, each.status.toLowerCase()]));
  const isOpen = (id: RemoteId) => status.get(id) === 'queueing';
  const errors = incidents.filter(
    ({ transaction }) => transaction !== null && status.has(transaction) && !isOpen(transaction),
  );
  const failed = new Set(errors.map(({ transaction }) => transaction));
  const good = [...status].filter(([id, word]) => word === 'completed' && !failed.has(id));
  const kinds = new Set(errors.map(toErrorKind));
  return {
    ended: good.length + failed.size,
    failed: failed.size,
    errors: [...kinds].sort(compareTexts),
  };
}

function toErrorKind({ stepName, message }: LiveIncident): string {
  const text = message ?? 'an error without a message';
  return stepName === null ? text : `${stepName}: ${text}`;
}

// Times and parent are assumptions of ours; without them they are unknown.
function readTransaction(wire: Wire): LiveTransaction {
  return {
    id: readId(wire, 'Id'),
    cycle: readOptionalId(wire, 'CycleId'),
    status: readText(wire, 'Status'),
    startedAt: readDate(wire, 'CreatedOnUtc'),
    endedAt: readDate(wire, 'CompletedOnUtc'),
    parent: readOptionalId(wire, 'ParentTransactionId'),
  };
}

// Its FullMessage has data of customers and differs each time: only the status of its first line is kept.
function readIncident(wire: Wire, level: IncidentLevel): LiveIncident {
  return {
    cycle: readOptionalId(wire, 'CycleId'),
    cycleName: readOptionalText(wire, 'CycleName'),
    step: readOptionalId(wire, 'StepId'),
    stepName: readOptionalText(wire, 'StepName'),
    transaction: readOptionalId(wire, 'TransactionId'),
    level,
    message: readOptionalText(wire, 'ShortMessage'),
    status: readStatus(readOptionalText(wire, 'FullMessage') ?? ''),
    at: readDate(wire, 'CreatedOnUtc'),
  };
}

/** Status of a first line `HTTP/1.1 404 Not Found`, with or without the protocol (SERVICE A.5 [R2]). */
function readStatus(text: string): number | null {
  const [, status] = /^(?:HTTP\/\d(?:\.\d)? )?([1-5]\d\d)(?: [^\r\n]*)?\r\n/.exec(text) ?? [];
  return status === undefined ? null : Number(status);
}

/** Keeps of each answer only the requested value (SERVICE A.5 [R2], L [Q2]). */
function listSteps(
  client: Client,
  at: CycleRef & { readonly transaction: RemoteId; readonly location: string | null },
): ReturnType<TransactionReader['listTransactionSteps']> {
  const path = toPath('cycles', at.cycle, 'transactions', at.transaction);
  return client.ask({ method: 'GET', path, account: at.account, repeat: 'safe' }, (wire) =>
    toItems(wire).map(
      (item): TransactionStep => ({
        step: readId(item, 'StepId'),
        stepName: readOptionalText(item, 'StepName'),
        startedAt: readDate(item, 'StartedOnUtc'),
        endedAt: readDate(item, 'CompletedOnUtc'),
        hasErred: readOptionalFlag(item, 'Errored'),
        value:
          at.location === null
            ? null
            : readLocation(readOptionalText(item, 'Response') ?? '', at.location),
      }),
    ),
  );
}
