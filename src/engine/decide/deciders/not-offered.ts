import { isDifferent } from '../../../model/diff/disposition.ts';
import { type ComparedField, isGoneVariable } from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { isWritable } from '../../../model/live/capabilities.ts';
import type { ComparedObject, Decider, FieldFacts } from '../decider.ts';

/** Keeps a field that the service offers no request for, so that it needs manual action. */
export const notOffered: Decider = (field, facts) => {
  const { object } = facts;
  if (!isDifferent(field) && !isNeverWritten(field, object)) return null;
  if (isOffered(field, facts)) return null;
  return isGiven(field, object)
    ? { kind: 'none' }
    : { kind: 'keep', because: { kind: 'not-offered' } };
};

// Our object was created without the field, and a later manual change is invisible. Without applied
// fields the object was bound, not created.
function isNeverWritten({ comparison, applied }: ComparedField, { live, record }: ComparedObject) {
  if (comparison !== 'not-readable' || applied !== null) return false;
  return live !== null && record !== null && Object.keys(record.applied).length > 0;
}

// A new cycle has the name of its template.
function isGiven({ path, desired: { value } }: ComparedField, object: ComparedObject): boolean {
  if (object.live !== null || path !== 'displayName' || !('bound' in object.desired)) return false;
  return value.kind === 'plain' && value.value === object.desired.bound.source.name;
}

function isOffered(field: ComparedField, { object, capabilities }: FieldFacts): boolean {
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
