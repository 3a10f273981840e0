import { applyWord, type Body, update, withDefault } from '../../http/body/body.ts';
import { type Call, readParam } from '../../http/call.ts';
import { makeListReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { toWebhookPath } from '../../runs/webhooks/webhook-address.ts';
import { toMethodJson } from '../catalog/to-connector-json.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import { readReleaseOf } from '../connectors/to-installed-json.ts';
import type { CycleRow, StepRow } from '../cycles/cycle-row.ts';
import {
  checkNotRunning,
  readCycle,
  readStep,
  readSteps,
  writeCycle,
} from '../cycles/find-cycle.ts';

/** GET /cycles/{id}/steps, in no order: the edges give it (SPEC 4.6). */
export function listSteps(call: Call): Reply {
  const cycle = readCycle(call);
  const shown = new Set(call.state.steps.list(cycle.id).map(({ id }) => id));
  const steps = readSteps(call.state, cycle).filter(({ id }) => shown.has(id));
  return makeListReply(
    call,
    steps.map((value) => ({ id: value.id, name: value.name, value })),
    (step) => toStepJson(call, cycle, step),
  );
}

/** GET /cycles/{id}/steps/{stepId}. */
export function describeStep(call: Call): Reply {
  const { cycle, step } = readStep(call);
  return makeReply(toStepJson(call, cycle, step));
}

/**
 * PUT /cycles/{id}/steps/{stepId}: a partial update; 409 while the cycle runs. A bad ActionType is
 * a 400 for any step, because the body is read first (SERVICE A.5 [T]).
 */
export function updateStep(call: Call): Reply {
  const actionType = readActionType(call.body);
  const { cycle, step } = readStep(call);
  checkNotRunning(cycle);
  const { body, state } = call;
  const name = withDefault(body.text('Name'), step.name);
  if (name === '') {
    throw new Refusal(400, 'Name is required');
  }
  const changed: StepRow = {
    ...step,
    name,
    description: update(step.description, body.text('Description')),
    actionType: actionType ?? step.actionType,
    displayPositionLeft: withDefault(body.integer('DisplayPositionLeft'), step.displayPositionLeft),
    displayPositionTop: withDefault(body.integer('DisplayPositionTop'), step.displayPositionTop),
  };
  const rebound = rebind(call, cycle, step);
  state.steps.write(step.id, cycle.id, changed);
  writeCycle(state, rebound);
  return makeReply(toStepJson(call, rebound, changed));
}

/** GET /cycles/{id}/edges. */
export function listEdges(call: Call): Reply {
  const { edges } = readCycle(call);
  return makeListReply(
    call,
    edges.map((value) => ({ id: value.id, name: '', value })),
    toEdgeJson,
  );
}

/** GET /cycles/{id}/edges/{edgeId}. */
export function describeEdge(call: Call): Reply {
  const edge = readCycle(call).edges.find((each) => each.id === readParam(call, 'edgeId'));
  if (edge === undefined) {
    throw makeNotFound('The edge');
  }
  return makeReply(toEdgeJson(edge));
}

function toEdgeJson(edge: CycleRow['edges'][number]): unknown {
  return {
    Id: edge.id,
    TailStepId: edge.tailStepId,
    HeadStepId: edge.headStepId,
    EdgeType: 'Forward',
  };
}

function toStepJson({ state, origin }: Call, cycle: CycleRow, step: StepRow): unknown {
  const id = cycle.bindings.find((each) => each.stepId === step.id)?.accountConnectorId ?? null;
  const installed = id === null ? undefined : findInstalled(state, cycle.accountId, id);
  const release = installed === undefined ? undefined : readReleaseOf(state, installed);
  const isWebhook = step.method.type === 'Webhook';
  const showsWebhook = isWebhook && state.choices.webhookUrlReadable === 'yes';
  const isHidden = isWebhook && state.choices.webhookFields === 'not in steps';
  return {
    Id: step.id,
    CycleId: step.cycleId,
    Name: step.name,
    Description: step.description,
    ActionType: step.actionType,
    AccountConnector:
      installed === undefined || release === undefined
        ? null
        : {
            Id: installed.id,
            Name: installed.name,
            Authenticated: installed.isAuthenticated,
            Connector: { Id: release.id, Name: release.name, Version: release.version },
          },
    Method: toMethodJson(
      isHidden ? { ...step.method, responseFields: [] } : step.method,
      state.choices,
    ),
    DisplayPositionLeft: step.displayPositionLeft,
    DisplayPositionTop: step.displayPositionTop,
    ...(showsWebhook ? { WebhookUrl: `${origin}${toWebhookPath(state, step.id)}` } : {}),
  };
}

/** Accepts "Action" or a number; another word is a 400 (SERVICE A.5, B [T]). Null: unchanged. */
function readActionType(body: Body): string | null {
  if (body.integer('ActionType').kind === 'value') {
    return null;
  }
  return applyWord(null, body.text('ActionType'), { name: 'ActionType', words: ['Action'] });
}

/** Binds the step to `AccountConnector: {Id}`; a choice decides if that works. */
function rebind(call: Call, cycle: CycleRow, step: StepRow): CycleRow {
  const given = call.body.body('AccountConnector');
  const id = given.kind === 'value' ? withDefault(given.value.integer('Id'), undefined) : undefined;
  if (id === undefined || call.state.choices.stepRebinding === 'ignored') {
    return cycle;
  }
  if (call.state.choices.stepRebinding === 'refused') {
    throw new Refusal(400, 'The connector of a step cannot be changed.');
  }
  const installed = findInstalled(call.state, cycle.accountId, id);
  if (installed === undefined) {
    throw new Refusal(400, `There is no account connector ${id}.`);
  }
  if (readReleaseOf(call.state, installed).name !== step.connector) {
    throw new Refusal(400, `Step '${step.name}' needs a connector '${step.connector}'.`);
  }
  return {
    ...cycle,
    bindings: cycle.bindings.map((each) =>
      each.stepId === step.id ? { ...each, accountConnectorId: installed.id } : each,
    ),
  };
}
