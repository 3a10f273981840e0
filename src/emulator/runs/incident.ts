import type { CycleRow, StepRow } from '../cycles/cycle-row.ts';
import { makeGuid, type State } from '../state.ts';
import type { Shelf } from '../store.ts';

/** IncidentLevel, SERVICE B [T]. */
export type IncidentLevel = 'Error' | 'Warning';

/** Something that went wrong in a transaction (SERVICE A.5 [T]). */
export interface Incident {
  readonly id: string;
  readonly order: number;
  readonly atMs: number;
  readonly cycleId: string;
  readonly cycleName: string;
  readonly stepId: string;
  readonly stepName: string;
  readonly transactionId: string;
  readonly level: IncidentLevel;
  /** One of the messages of SERVICE F [D]. */
  readonly message: string;
  /** Status line, CRLF, body, blank line, the request without credentials. */
  readonly detail: string;
}

/** What an incident says, and where it came up. */
export interface Happening {
  readonly transactionId: string;
  readonly step: Pick<StepRow, 'id' | 'name'>;
  readonly level: IncidentLevel;
  readonly message: string;
  readonly detail: string;
}

/** Incidents of a cycle, owned by it. */
export function shelveIncidents(state: State): Shelf<Incident> {
  return state.store.shelf('incident');
}

/** Puts an incident down. The counts of the cycle are its caller's to store. */
export function addIncident(state: State, cycle: CycleRow, happening: Happening): Incident {
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
  shelveIncidents(state).write(incident.id, cycle.id, incident);
  return incident;
}

/** The counts of a cycle with one more incident. */
export function countIncident(
  { errors, warnings }: CycleRow['incidents'],
  { level }: Incident,
): CycleRow['incidents'] {
  return level === 'Error' ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 };
}
