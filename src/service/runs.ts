import { compareTexts } from '../kit/text/compare-texts.ts';
import type { RemoteId } from '../model/live/live.ts';
import type { ServiceReader } from '../model/ports.ts';
import type { RunCount } from '../model/state/run-count.ts';
import { readId, readOptionalId, readOptionalText, readText, type Wire } from '../wire/shape.ts';
import type { Client } from './http/client.ts';
import { listSpan } from './http/list-span.ts';

// Assumptions of the service name all that no source says about lists of runs (see `assumptions.ts`).

/** Counts runs and their errors, with two requests for an account (SERVICE A.5 [T]). */
export function makeRunReader(client: Client): Pick<ServiceReader, 'readRuns'> {
  return {
    readRuns: async (account, span) => {
      const runs = await listSpan(client, { path: '/cycles/transactions', account, span }, readRun);
      if (!runs.ok) return runs;
      if (runs.value.length === 0) return { ok: true, value: { ended: 0, failed: 0, errors: [] } };
      // An error can come after the span in which its run began.
      const since = { after: span.after };
      const path = '/cycles/incidents/error';
      const incidents = await listSpan(client, { path, account, span: since }, readIncident);
      if (!incidents.ok) return incidents;
      return { ok: true, value: countRuns(runs.value, incidents.value) };
    },
  };
}

type ListedRun = { readonly id: RemoteId; readonly status: string };

type RunError = { readonly run: RemoteId | null; readonly kind: string };

// A run is a transaction. Only Completed and Queueing are known words, so an incident shows the errors, and
// a run of another word without an error did not end.
function countRuns(runs: readonly ListedRun[], incidents: readonly RunError[]): RunCount {
  const status = new Map(runs.map((each) => [each.id, each.status.toLowerCase()]));
  const isOpen = (id: RemoteId) => status.get(id) === 'queueing';
  const errors = incidents.filter(({ run }) => run !== null && status.has(run) && !isOpen(run));
  const failed = new Set(errors.map(({ run }) => run));
  const good = [...status].filter(([id, word]) => word === 'completed' && !failed.has(id));
  const kinds = new Set(errors.map(({ kind }) => kind));
  return {
    ended: good.length + failed.size,
    failed: failed.size,
    errors: [...kinds].sort(compareTexts),
  };
}

function readRun(wire: Wire): ListedRun {
  return { id: readId(wire, 'Id'), status: readText(wire, 'Status') };
}

// Its FullMessage has data of customers and differs each time.
function readIncident(wire: Wire): RunError {
  const step = readOptionalText(wire, 'StepName');
  const message = readOptionalText(wire, 'ShortMessage') ?? 'an error without a message';
  return {
    run: readOptionalId(wire, 'TransactionId'),
    kind: step === null ? message : `${step}: ${message}`,
  };
}
