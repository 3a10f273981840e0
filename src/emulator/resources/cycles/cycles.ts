import { applyWord, type Body, update, valueOr } from '../../http/body/body.ts';
import type { Call } from '../../http/call.ts';
import { answerPage, asksForIcons } from '../../http/paging.ts';
import { answer, Refusal, type Reply } from '../../http/reply.ts';
import { cancelQueue } from '../../runs/queue.ts';
import { makeGuid, type State } from '../../state/state.ts';
import type { Choices } from '../../world/choices.ts';
import { applyRetention } from '../accounts/account-rules.ts';
import type { CycleRow } from './cycle-row.ts';
import {
  listCycleRows,
  readCycle,
  readEditableCycle,
  readLivingCycle,
  refuseRunning,
  writeCycle,
} from './find-cycle.ts';
import { presentCycle } from './present-cycle.ts';

/** StepErrorAction, CollectionSplitType: SERVICE B [T]; `First` is a guess noted there. */
const stepErrorActions = ['Ignore', 'Retry'];
const collectionSplitTypes = ['All', 'None', 'First'];

/** GET /cycles, by tag and connector (SERVICE A.5 [T]). */
export function listCycles(call: Call): Reply {
  const { state, query } = call;
  const tag = query.get('tag');
  const rows = listCycleRows(state, call.accountId).filter(
    (row) =>
      (state.choices.deletedCycles === 'listed' || row.status !== 'DeleteScheduled') &&
      (tag === null || row.tags.includes(tag)) &&
      usesConnector(state, row, {
        name: query.get('connectorName'),
        version: query.get('connectorVersion'),
      }),
  );
  return answerPage(
    call,
    rows.map((row) => ({ id: row.id, name: row.name, value: row })),
    (row) => presentCycle(state, row, asksForIcons(call)),
  );
}

/** POST /cycles answers 201, alone among all (SERVICE A.5 [T]). */
export function createCycle(call: Call): Reply {
  const row = applySettings(
    newCycle(call.state, call.accountId, ''),
    call.body,
    call.state.choices,
  );
  writeCycle(call.state, row);
  return { status: 201, body: presentCycle(call.state, row) };
}

/** GET /cycles/{id}. */
export function getCycle(call: Call): Reply {
  return answer(presentCycle(call.state, readCycle(call)));
}

/** PUT /cycles/{id}: in part, and 409 while it runs (SERVICE A.5 [T]). */
export function updateCycle(call: Call): Reply {
  const row = applySettings(readEditableCycle(call), call.body, call.state.choices);
  writeCycle(call.state, row);
  return answer(presentCycle(call.state, row));
}

/** DELETE /cycles/{id}: scheduled, and gone after 90 days (SERVICE A.5 [T][R1][D]). */
export function deleteCycle(call: Call): Reply {
  const row = readLivingCycle(call);
  if (call.state.choices.cycleDeleteWhileRunning === 'refused') {
    refuseRunning(row);
  }
  writeCycle(call.state, {
    ...row,
    status: 'DeleteScheduled',
    deletedAtMs: call.state.clock.nowMs(),
    queue: cancelQueue(call.state, row),
    transactions: [],
  });
  return answer({});
}

/** A paused cycle without steps. It is not stored. */
export function newCycle(state: State, accountId: string, name: string): CycleRow {
  return {
    id: makeGuid(state, 'cycle'),
    accountId,
    createdAtMs: state.clock.nowMs(),
    name,
    description: null,
    tags: [],
    templateId: null,
    templateRelease: null,
    shareable: false,
    stepErrorAction: 'Ignore',
    collectionSplitType: 'None',
    logStepDataRequests: false,
    successRetentionHours: null,
    erroredRetentionHours: null,
    status: 'Paused',
    activation: null,
    deletedAtMs: null,
    lastSuccessfulRunMs: null,
    tasksUsed: 0,
    nextRunAtMs: null,
    queue: { open: 0, wakeAtMs: null, heldSinceMs: null },
    incidents: { errors: 0, warnings: 0 },
    transactions: [],
    variables: [],
    bindings: [],
    edges: [],
  };
}

function applySettings(stored: CycleRow, body: Body, choices: Choices): CycleRow {
  const name = body.text('Name');
  if (valueOr(name, name.kind === 'null' ? '' : stored.name) === '') {
    throw new Refusal(400, 'Name is required');
  }
  return {
    ...stored,
    name: valueOr(name, stored.name),
    description: update(stored.description, body.text('Description')),
    tags: update(stored.tags, body.texts('Tags')) ?? [],
    shareable: valueOr(body.boolean('Shareable'), stored.shareable),
    logStepDataRequests: valueOr(body.boolean('LogStepDataRequests'), stored.logStepDataRequests),
    stepErrorAction: applyWord(stored.stepErrorAction, body.text('StepErrorAction'), {
      name: 'StepErrorAction',
      words: stepErrorActions,
    }),
    collectionSplitType: applyWord(stored.collectionSplitType, body.text('CollectionSplitType'), {
      name: 'CollectionSplitType',
      words: collectionSplitTypes,
    }),
    ...applyRetention(stored, body, choices),
  };
}

function usesConnector(
  state: State,
  row: CycleRow,
  wanted: { readonly name: string | null; readonly version: string | null },
): boolean {
  if (wanted.name === null && wanted.version === null) {
    return true;
  }
  return row.bindings.some(({ accountConnectorId }) => {
    const installed =
      accountConnectorId === null ? undefined : state.installed.read(String(accountConnectorId));
    const release = state.releases.find((each) => each.id === installed?.connectorId);
    return (
      release !== undefined &&
      (wanted.name === null || release.name === wanted.name) &&
      (wanted.version === null || release.version === wanted.version)
    );
  });
}
