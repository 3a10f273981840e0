import type { Call } from '../../http/call.ts';
import { makePageReply } from '../../http/paging.ts';
import { makeReply, type Reply } from '../../http/reply.ts';
import type { CycleRow } from '../../resources/cycles/cycle-row.ts';
import {
  listCycleRows,
  readCycle,
  readExistingCycle,
  writeCycle,
} from '../../resources/cycles/find-cycle.ts';
import { toServiceTime } from '../../world/clock.ts';
import { isWithin, readSpan } from '../transactions/read-date.ts';
import { type Incident, type IncidentLevel, openIncidentTable } from './incident.ts';

/** GET /cycles/incidents/error: errors of all cycles of the account (SERVICE A.5 [T]). */
export function listErrors(call: Call): Reply {
  return listByLevel(call, 'Error');
}

/** GET /cycles/incidents/warning. */
export function listWarnings(call: Call): Reply {
  return listByLevel(call, 'Warning');
}

/** GET /cycles/{id}/incidents (SERVICE A.5 [T]). */
export function listCycleIncidents(call: Call): Reply {
  return answerIncidents(call, listRows(call, readCycle(call)));
}

/** DELETE /cycles/{id}/incidents: resets the counts of the cycle (SERVICE A.5 [T]). */
export function deleteIncidents(call: Call): Reply {
  const cycle = readExistingCycle(call);
  const table = openIncidentTable(call.state);
  for (const { id } of listRows(call, cycle)) {
    table.remove(id);
  }
  writeCycle(call.state, { ...cycle, incidents: { errors: 0, warnings: 0 } });
  return makeReply({});
}

function listByLevel(call: Call, level: IncidentLevel): Reply {
  const cycles = listCycleRows(call.state, call.accountId);
  const found = cycles.flatMap((cycle) => listRows(call, cycle));
  return answerIncidents(
    call,
    found.filter((each) => each.level === level),
  );
}

function listRows({ state }: Call, cycle: CycleRow): readonly Incident[] {
  return openIncidentTable(state)
    .list(cycle.id)
    .map(({ value }) => value);
}

function answerIncidents(call: Call, incidents: readonly Incident[]): Reply {
  const span = readSpan(call);
  return makePageReply(
    call,
    incidents
      .filter(({ atMs }) => isWithin(span, atMs))
      .map((value) => ({ id: value.id, name: '', order: value.order, value })),
    toIncidentJson,
  );
}

/** SERVICE A.5 [T]; CreatedOnUtc is an assumption. */
function toIncidentJson(incident: Incident): unknown {
  return {
    CycleId: incident.cycleId,
    CycleName: incident.cycleName,
    StepId: incident.stepId,
    StepName: incident.stepName,
    TransactionId: incident.transactionId,
    IncidentLevel: incident.level,
    ShortMessage: incident.message,
    FullMessage: incident.detail,
    CreatedOnUtc: toServiceTime(incident.atMs),
  };
}
