import type { CycleRow, StepRow } from '../../resources/cycles/cycle-row.ts';
import { writeCycle } from '../../resources/cycles/find-cycle.ts';
import { makeGuid, type State } from '../../state/state.ts';
import type { Table } from '../../state/store.ts';

/** IncidentLevel, SERVICE B [T]. */
export type IncidentLevel = 'Error' | 'Warning';

/** A problem in a transaction (SERVICE A.5 [T]). */
export interface Incident {
  readonly id: string;
  readonly order: number;
  readonly atMs: number;
  readonly cycleId: string;
  readonly cycleName: string;
  readonly stepId: string;
  readonly stepName: string;
  /** Null: it happened before a transaction existed. */
  readonly transactionId: string | null;
  readonly level: IncidentLevel;
  /** One of the messages of SERVICE F [D]. */
  readonly message: string;
  /** Status line, CRLF, body, blank line, the request without credentials. */
  readonly detail: string;
}

/** Content and origin of an incident. */
export type IncidentDetails = Pick<Incident, 'transactionId' | 'level' | 'message' | 'detail'> & {
  readonly step: Pick<StepRow, 'id' | 'name'>;
};

/** Incidents of a cycle, owned by it. */
export function openIncidentTable(state: State): Table<Incident> {
  return state.store.table('incident');
}

/** Saves an incident and counts it in its cycle. Needs a transaction of the store. */
export function recordIncident(
  state: State,
  cycle: CycleRow,
  happening: IncidentDetails,
): Incident {
  const { step, transactionId, level, message, detail } = happening;
  const incident: Incident = {
    id: makeGuid(state, 'incident'),
    order: state.store.countUp('incident order'),
    atMs: state.clock.nowMs(),
    cycleId: cycle.id,
    cycleName: cycle.name,
    stepId: step.id,
    stepName: step.name,
    transactionId,
    level,
    message,
    detail,
  };
  openIncidentTable(state).write(incident.id, cycle.id, incident);
  const { errors, warnings } = cycle.incidents;
  const incidents =
    level === 'Error' ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 };
  writeCycle(state, { ...cycle, incidents });
  return incident;
}
