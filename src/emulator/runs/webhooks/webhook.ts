import { readText } from '../../calls/answer/read-text.ts';
import { type Call, type DeferredReply, readParam } from '../../http/call.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { findInstalled } from '../../resources/connectors/find-installed.ts';
import type { CycleRow, StepRow } from '../../resources/cycles/cycle-row.ts';
import { readSteps } from '../../resources/cycles/find-cycle.ts';
import { resolveCycle } from '../../resources/cycles/resolve-cycle.ts';
import { runMethodScript } from '../../scripts/run-method-script.ts';
import type { State } from '../../state/state.ts';
import { recordIncident } from '../incidents/incident.ts';
import { sendIncidents } from '../incidents/send-incidents.ts';
import { runDueTransactions } from '../run-due-transactions.ts';
import { startTransaction } from '../transactions/start-transaction.ts';
import type { StepItems } from '../transactions/transaction.ts';
import { toStepId } from './webhook-address.ts';

/** Step and cycle of a request, with its data. */
interface Posted {
  readonly cycle: CycleRow;
  readonly step: StepRow;
  readonly data: unknown;
  readonly text: string;
}

/**
 * POST /api/webhook/{identifier} starts a transaction with the body (SERVICE F [C]); answers when
 * it pauses or ends. If the webhook's script returns false, the answer is "Rejected by script",
 * with a closed connection (SPEC 6).
 */
export function acceptWebhook(call: Call): DeferredReply | Reply {
  const { state } = call;
  const { cycle, step } = findWebhook(state, readParam(call, 'identifier'));
  if (cycle.status !== 'Active') {
    if (state.choices.webhookOfPausedCycle === 404) {
      throw makeNotFound('The webhook');
    }
    return makeReply({});
  }
  const posted: Posted = { cycle, step, data: readPosted(call.text, step), text: call.text };
  return { run: () => acceptPosted(state, posted) };
}

function findWebhook(state: State, identifier: string): Pick<Posted, 'cycle' | 'step'> {
  const stepId = toStepId(state, identifier);
  const step = stepId === undefined ? undefined : state.steps.read(stepId);
  const stored = step === undefined ? undefined : state.cycles.read(step.cycleId);
  const cycle = stored === undefined ? undefined : resolveCycle(stored, state.clock.nowMs());
  const isWebhook = step?.method.type === 'Webhook' && cycle?.status !== 'DeleteScheduled';
  if (step === undefined || cycle === undefined || !isWebhook) {
    throw makeNotFound('The webhook');
  }
  return { cycle, step };
}

/** Parses JSON or XML; an empty body is an empty object. */
function readPosted(text: string, step: StepRow): unknown {
  const format = text.trimStart().startsWith('<') ? 'xml' : 'json';
  const data = text.trim() === '' ? {} : readText(text, format, step.method);
  if (data === undefined) {
    throw new Refusal(400, 'The request is invalid: its body is neither JSON nor XML.');
  }
  return data;
}

async function acceptPosted(state: State, posted: Posted): Promise<(state: State) => Reply> {
  const { cycle, step, data } = posted;
  if (step.method.script !== null) {
    const refused = await checkByScript(state, posted);
    if (refused !== null) {
      return () => refused;
    }
  }
  state.store.transact(() => {
    // Read the cycle again, because it may have changed while the script ran.
    const stored = state.cycles.read(cycle.id);
    const row = stored === undefined ? undefined : resolveCycle(stored, state.clock.nowMs());
    if (row?.status === 'Active' && readSteps(state, row)[0]?.id === step.id) {
      startTransaction(state, row, toItems(data));
    }
    return { keep: true };
  });
  await runDueTransactions(state, cycle.id, { awaitsOthers: false });
  return () => makeReply({});
}

/** Each item of a bare array counts separately. */
function toItems(data: unknown): StepItems {
  return Array.isArray(data) ? data : [data];
}

/** Runs the script of a webhook with the body as `fields`; null if it accepts. */
async function checkByScript(state: State, posted: Posted): Promise<Reply | null> {
  const { cycle, step, text } = posted;
  const binding = cycle.bindings.find((each) => each.stepId === step.id);
  const id = binding?.accountConnectorId ?? null;
  const installed = id === null ? undefined : findInstalled(state, cycle.accountId, id);
  if (installed === undefined) {
    return null;
  }
  const body = text.trimStart().startsWith('<') ? JSON.stringify(posted.data) : text || '{}';
  const outcome = await runMethodScript(state, {
    installed,
    method: step.method,
    values: new Map(),
    body,
  });
  if (outcome.kind === 'answered') {
    return outcome.data === false ? makeRejection(state) : null;
  }
  const { result } = state.store.transact(() => ({
    incident: recordIncident(state, state.cycles.read(cycle.id) ?? cycle, {
      transactionId: null,
      step,
      level: 'Error',
      message: 'Webhook failed',
      detail: outcome.reason,
    }),
    keep: true,
  }));
  sendIncidents(state, [result.incident]);
  return { status: 400, body: { Message: 'Webhook failed' } };
}

function makeRejection({ choices }: State): Reply {
  return {
    status: choices.webhookRejectedStatus,
    body: null,
    headers: { Connection: 'close' },
    raw: { contentType: 'text/plain; charset=utf-8', text: 'Rejected by script' },
  };
}
