import { applyWord, type Body, update, valueOr } from '../../http/body/body.ts';
import { type Call, param } from '../../http/call.ts';
import { answerAll } from '../../http/paging.ts';
import { answer, notFound, Refusal, type Reply } from '../../http/reply.ts';
import { toWebhookPath } from '../../runs/webhooks/webhook-address.ts';
import { presentMethod } from '../catalogue/present-connector.ts';
import { findInstalled } from '../connectors/find-installed.ts';
import { readReleaseOf } from '../connectors/present-installed.ts';
import type { CycleRow, StepRow } from '../cycles/cycle-row.ts';
import { readCycle, readStep, readSteps, refuseRunning, writeCycle } from '../cycles/find-cycle.ts';

/** GET /cycles/{id}/steps, in no order: the edges tell it (SPEC 4.6). */
export function listSteps(call: Call): Reply {
  const cycle = readCycle(call);
  const shown = new Set(call.state.steps.list(cycle.id).map(({ id }) => id));
  const steps = readSteps(call.state, cycle).filter(({ id }) => shown.has(id));
  return answerAll(
    call,
    steps.map((value) => ({ id: value.id, name: value.name, value })),
    (step) => presentStep(call, cycle, step),
  );
}

/** GET /cycles/{id}/steps/{stepId}. */
export function getStep(call: Call): Reply {
  const { cycle, step } = readStep(call);
  return answer(presentStep(call, cycle, step));
}

/**
 * PUT /cycles/{id}/steps/{stepId}: in part; 409 while the cycle runs. A bad ActionType is a 400 whatever the step, as
 * the body is read before the step is looked up (SERVICE A.5 [T]).
 */
export function updateStep(call: Call): Reply {
  const actionType = readActionType(call.body);
  const { cycle, step } = readStep(call);
  refuseRunning(cycle);
  const { body, state } = call;
  const name = valueOr(body.text('Name'), step.name);
  if (name === '') {
    throw new Refusal(400, 'Name is required');
  }
  const changed: StepRow = {
    ...step,
    name,
    description: update(step.description, body.text('Description')),
    actionType: actionType ?? step.actionType,
    displayPositionLeft: valueOr(body.integer('DisplayPositionLeft'), step.displayPositionLeft),
    displayPositionTop: valueOr(body.integer('DisplayPositionTop'), step.displayPositionTop),
  };
  const rebound = rebind(call, cycle, step);
  state.steps.write(step.id, cycle.id, changed);
  writeCycle(state, rebound);
  return answer(presentStep(call, rebound, changed));
}

/** GET /cycles/{id}/edges. */
export function listEdges(call: Call): Reply {
  const { edges } = readCycle(call);
  return answerAll(
    call,
    edges.map((value) => ({ id: value.id, name: '', value })),
    presentEdge,
  );
}

/** GET /cycles/{id}/edges/{edgeId}. */
export function getEdge(call: Call): Reply {
  const edge = readCycle(call).edges.find((each) => each.id === param(call, 'edgeId'));
  if (edge === undefined) {
    throw notFound('The edge');
  }
  return answer(presentEdge(edge));
}

function presentEdge(edge: CycleRow['edges'][number]): unknown {
  return {
    Id: edge.id,
    TailStepId: edge.tailStepId,
    HeadStepId: edge.headStepId,
    EdgeType: 'Forward',
  };
}

function presentStep({ state, origin }: Call, cycle: CycleRow, step: StepRow): unknown {
  const id = cycle.bindings.find((each) => each.stepId === step.id)?.accountConnectorId ?? null;
  const installed = id === null ? undefined : findInstalled(state, cycle.accountId, id);
  const release = installed === undefined ? undefined : readReleaseOf(state, installed);
  const isWebhook = step.method.type === 'Webhook';
  const tellsWebhook = isWebhook && state.choices.webhookUrlReadable === 'yes';
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
    Method: presentMethod(
      isHidden ? { ...step.method, responseFields: [] } : step.method,
      state.choices,
    ),
    DisplayPositionLeft: step.displayPositionLeft,
    DisplayPositionTop: step.displayPositionTop,
    ...(tellsWebhook ? { WebhookUrl: `${origin}${toWebhookPath(state, step.id)}` } : {}),
  };
}

/** "Action" or a number is taken, another word is a 400 (SERVICE A.5, B [T]). Null: the step keeps its own. */
function readActionType(body: Body): string | null {
  if (body.integer('ActionType').kind === 'value') {
    return null;
  }
  return applyWord(null, body.text('ActionType'), { name: 'ActionType', words: ['Action'] });
}

/** The step's connector after `AccountConnector: {Id}`; whether that works is a choice. */
function rebind(call: Call, cycle: CycleRow, step: StepRow): CycleRow {
  const given = call.body.body('AccountConnector');
  const id = given.kind === 'value' ? valueOr(given.value.integer('Id'), undefined) : undefined;
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
