import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Change, FieldChange, ShownValue } from '../../../model/plan/change.ts';
import type { Move, ObjectState } from '../../../model/plan/move.ts';
import type { ApprovedChange } from '../../../model/state/rollout.ts';

/** A change of an object, or of one of its fields, as a rollout approves it. */
export type ChangePart = {
  readonly approved: ApprovedChange;
  readonly change: Change;
  /** Null for a change of the object as a whole. */
  readonly field: FieldChange | null;
};

/**
 * Lists what moved since a rollout was approved, for a change that it did not approve: in Git, or in the
 * service. `own` is what it approved of the same field.
 */
export function listHeldMoves(
  { change, field, approved }: ChangePart,
  own: ApprovedChange | undefined,
): readonly Move[] {
  const { address, verb } = change;
  if (field !== null) return listFieldMoves(change, field, own);
  switch (verb) {
    case 'create':
      return change.isGone === true
        ? [{ address, path: null, was: there, is: absent }]
        : [{ side: 'manifest', address, path: null, was: absent, is: there }];
    case 'delete':
      return [{ side: 'manifest', address, path: null, was: there, is: absent }];
    case 'forget':
      return approved.path === null
        ? [{ side: 'manifest', address, path: null, was: there, is: absent }]
        : [{ side: 'manifest', address, path: approved.path, was: unknown, is: unknown }];
    default:
      return [];
  }
}

const there: ObjectState = { kind: 'there', id: null };
const absent: ObjectState = { kind: 'absent' };
const unknown: ShownValue = { kind: 'unknown' };

// A field without an approved change had the value of Git in the service.
function listFieldMoves(
  { address }: Change,
  { path, before, after, moved }: FieldChange,
  own: ApprovedChange | undefined,
): readonly Move[] {
  const inService = (was: ShownValue): Move => ({ address, path, was, is: before });
  const inGit = (was: ShownValue): Move => ({ side: 'manifest', address, path, was, is: after });
  if (own?.before != null && own.after !== null)
    return [
      ...(isSameJson(own.before, before) ? [] : [inService(own.before)]),
      ...(isSameJson(own.after, after) ? [] : [inGit(own.after)]),
    ];
  switch (moved) {
    case 'live':
    case 'unknown':
      return [inService(after)];
    case 'both':
      return [inService(unknown), inGit(unknown)];
    default:
      return [inGit(before)];
  }
}

/** Formats what a change would do: `stop north-001/cycles/sync`. */
export function formatPart({ change, field, approved }: ChangePart): string {
  const { verb, address } = change;
  if (field !== null) return `${formatUpdate(field)} ${address}`;
  if (verb === 'forget')
    return approved.path === null
      ? `remove ${address} from state`
      : `remove ${address}/${approved.path} from state`;
  if (verb === 'run') return `${change.cancels ? 'cancel the run of' : 'run'} ${address}`;
  return `${verb} ${address}`;
}

function formatUpdate({ path, after }: FieldChange): string {
  if (path !== 'state' || after.kind !== 'plain') return 'update';
  return after.value === 'active' ? 'start' : 'stop';
}
