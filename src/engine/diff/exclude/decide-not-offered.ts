import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { isWritable } from '../../../model/live/capabilities.ts';
import { isGoneVariable } from '../../../model/live/is-gone-variable.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Excludes changes that the service does not offer, which need manual action. A
 * cycle that waits for one is not started, because it would run with a part of its values.
 */
export function decideNotOffered(found: AccountDiff): AccountDiff {
  const { capabilities } = found;
  const isOfferedAll = capabilities.accounts && capabilities.connectors && capabilities.cycles;
  if (isOfferedAll && !found.cycles.some(lacksVariable)) return found;
  // A map that is gone from the manifest releases its objects, and asks for no delete.
  const { cycles, connectors } = found.desired;
  const manualDeletes = [
    ...(capabilities.cycles || cycles.kind !== 'set' ? [] : found.liveOnlyCycles.flatMap(readOwn)),
    ...(capabilities.connectors || connectors.kind !== 'set'
      ? []
      : found.liveOnlyConnectors.flatMap(readOwn)),
  ];
  return {
    ...found,
    account: excludeFields(found.account, found),
    connectors: found.connectors.map((connector) => excludeFields(connector, found)),
    cycles: found.cycles.map((cycle) => deferStart(excludeFields(cycle, found))),
    liveOnlyCycles: found.liveOnlyCycles.filter(
      (pair) => !manualDeletes.some((own) => own === pair.record),
    ),
    liveOnlyConnectors: found.liveOnlyConnectors.filter(
      (pair) => !manualDeletes.some((own) => own === pair.record),
    ),
    manualDeletes,
  };
}

function lacksVariable(cycle: CycleDiff): boolean {
  return cycle.fields.some((field) => isGoneVariable(cycle, field));
}

function readOwn({ record }: { readonly record: ObjectRecord | null }): readonly ObjectRecord[] {
  return record === null ? [] : [record];
}

function excludeFields<T extends AnyDiff>(object: T, found: AccountDiff): T {
  const fields = object.fields.map((field) => {
    const isOurs = field.owner === undefined || field.isPendingSeed === true;
    const isWanted = field.isChange || (isOurs && isNeverWritten(object, field));
    if (!isWanted || isOffered(object, field, found)) return field;
    return isGiven(object, field) ? { ...field, isChange: false } : toManual(field);
  });
  return { ...object, fields };
}

// Our object was created without the field, and a later manual change is invisible. Without applied
// fields the object was bound, not created.
function isNeverWritten({ live, record }: AnyDiff, { state, applied }: FieldDiff): boolean {
  if (live === null || record === null || Object.keys(record.applied).length === 0) return false;
  return state === 'not-readable' && applied === null;
}

// A new cycle has the name of its template.
function isGiven(object: AnyDiff, { path, desired: { value } }: FieldDiff): boolean {
  if (object.live !== null || path !== 'displayName' || !('bound' in object.desired)) return false;
  return value.kind === 'plain' && value.value === object.desired.bound.source.name;
}

function isOffered(object: AnyDiff, field: FieldDiff, { capabilities }: AccountDiff): boolean {
  if (isGoneVariable(object, field)) return false;
  const { value } = field.desired;
  if (object.kind === 'cycle' && value.kind === 'plain') {
    // A cycle can be started but not stopped.
    if (field.path === 'state' && value.value === 'paused' && object.live !== null) {
      return capabilities.cycles;
    }
    // A mapping has the system name of a variable, which only the list of variables translates.
    if (isVariable(value.value)) return capabilities.cycles;
  }
  const row = findFieldRow(object.kind, field.path);
  return row.writable === 'at-creation' || isWritable(row, object.live === null, capabilities);
}

function isVariable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'variable'
  );
}

// A field that we never wrote has no change.
function toManual(field: FieldDiff): FieldDiff {
  const isOurs = field.state === 'unknown' && field.applied === null;
  return {
    ...field,
    ...(isOurs ? { state: 'unfinished', isDrift: false } : {}),
    isChange: false,
    isManual: true,
  };
}

function deferStart(cycle: CycleDiff): CycleDiff {
  if (cycle.live?.status === 'Active' || cycle.fields.every(({ isManual }) => isManual !== true))
    return cycle;
  const fields = cycle.fields.map((field) =>
    field.isChange && (field.path === 'state' || field.path === 'schedule')
      ? { ...field, isChange: false, isManual: true as const }
      : field,
  );
  return { ...cycle, fields };
}
