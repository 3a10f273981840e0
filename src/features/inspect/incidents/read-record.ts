import type { TransactionStep } from '../../../model/live/transaction.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { IncidentGroup, IncidentPlace } from '../../../model/report/incidents.ts';
import { mostGroups, mostPlaces } from './format-incidents.ts';

type RecordPorts = {
  readonly reader: ServiceReader;
  /** Replaces secrets of an account in a text. */
  readonly redact: (account: string, text: string) => string;
};

/**
 * Adds what identifies the record of the latest run to each place that is shown, with a request each. A run
 * without it, or whose data the service has deleted, has null.
 */
export async function withRecords(
  ports: RecordPorts,
  groups: readonly IncidentGroup[],
  location: string,
): Promise<readonly IncidentGroup[]> {
  const found: IncidentGroup[] = [];
  for (const [index, group] of groups.entries()) {
    const most = index < mostGroups ? mostPlaces : 0;
    const places: IncidentPlace[] = [];
    for (const [rank, place] of group.places.entries()) {
      const record = rank < most ? await readRecord(ports, place, location) : undefined;
      places.push(record === undefined ? place : { ...place, record });
    }
    found.push({ ...group, places });
  }
  return found;
}

async function readRecord(
  { reader, redact }: RecordPorts,
  { account, accountId, cycleId, transaction }: IncidentPlace,
  location: string,
): Promise<string | null> {
  if (transaction === null || cycleId === null) return null;
  const at = { account: accountId, cycle: cycleId };
  const steps = await reader.listTransactionSteps(at, transaction, location);
  if (!steps.ok) return null;
  const record = findRecord(steps.value);
  return record === null ? null : redact(account, record);
}

/** The value of the first step that has one. */
export function findRecord(steps: readonly TransactionStep[]): string | null {
  return steps.find(({ value }) => value !== null)?.value ?? null;
}
