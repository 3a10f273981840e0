import { applyWord, type Body, update, withDefault } from '../../http/body/body.ts';
import type { Call } from '../../http/call.ts';
import { isWithIcons, makePageReply } from '../../http/paging.ts';
import { makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { stopQueue } from '../../runs/queue.ts';
import { makeGuid, type State } from '../../state/state.ts';
import type { Choices } from '../../world/choices.ts';
import { collectionSplitTypes, stepErrorActions } from '../../world/cycle-words.ts';
import { applyRetention } from '../accounts/account-rules.ts';
import type { CycleRow } from './cycle-row.ts';
import {
  checkNotRunning,
  listCycleRows,
  readCycle,
  readEditableCycle,
  readExistingCycle,
  writeCycle,
} from './find-cycle.ts';
import { toCycleJson } from './to-cycle-json.ts';

/** GET /cycles, by tag and connector (SERVICE A.5 [T]). */
export function listCycles(call: Call): Reply {
  const { state, query } = call;
  const tag = query.get('tag');
  const rows = listCycleRows(state, call.accountId).filter(
    (row) =>
      (state.choices.deletedCycles === 'listed' || row.status !== 'DeleteScheduled') &&
      (tag === null || row.tags.includes(tag)) &&
      hasConnector(state, row, {
        name: query.get('connectorName'),
        version: query.get('connectorVersion'),
      }),
  );
  return makePageReply(
    call,
    rows.map((row) => ({ id: row.id, name: row.name, value: row })),
    (row) => toCycleJson(state, row, isWithIcons(call)),
  );
}

/** POST /cycles is the only operation that answers 201 (SERVICE A.5 [T]). */
export function createCycle(call: Call): Reply {
  const row = applySettings(
    makeCycle(call.state, call.accountId, ''),
    call.body,
    call.state.choices,
  );
  writeCycle(call.state, row);
  return { status: 201, body: toCycleJson(call.state, row) };
}

/** GET /cycles/{id}. */
export function describeCycle(call: Call): Reply {
  return makeReply(toCycleJson(call.state, readCycle(call)));
}

/** PUT /cycles/{id}: a partial update, or 409 while it runs (SERVICE A.5 [T]). */
export function updateCycle(call: Call): Reply {
  const row = applySettings(readEditableCycle(call), call.body, call.state.choices);
  writeCycle(call.state, row);
  return makeReply(toCycleJson(call.state, row));
}

/** DELETE /cycles/{id}: DeleteScheduled, then gone after 90 days (SERVICE A.5 [T][R1][D]). */
export function deleteCycle(call: Call): Reply {
  const row = readExistingCycle(call);
  if (call.state.choices.cycleDeleteWhileRunning === 'refused') {
    checkNotRunning(row);
  }
  writeCycle(call.state, {
    ...row,
    status: 'DeleteScheduled',
    deletedAtMs: call.state.clock.nowMs(),
    queue: stopQueue(call.state, row),
    transactions: [],
  });
  return makeReply({});
}

/** A paused cycle without steps, not saved. */
export function makeCycle(state: State, accountId: string, name: string): CycleRow {
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
  if (withDefault(name, name.kind === 'null' ? '' : stored.name) === '') {
    throw new Refusal(400, 'Name is required');
  }
  return {
    ...stored,
    name: withDefault(name, stored.name),
    description: update(stored.description, body.text('Description')),
    tags: update(stored.tags, body.texts('Tags')) ?? [],
    shareable: withDefault(body.boolean('Shareable'), stored.shareable),
    logStepDataRequests: withDefault(
      body.boolean('LogStepDataRequests'),
      stored.logStepDataRequests,
    ),
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

function hasConnector(
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
