import { parsePath } from '../../../../model/address.ts';
import type { FieldEdit } from '../take/accepted.ts';

/** Edits without those that only go with another one, where none of these is left. */
export function deleteLoneEdits(edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const groups = new Set(edits.filter(({ isBeside }) => isBeside !== true).map(toGroupName));
  return edits.filter((edit) => edit.isBeside !== true || groups.has(toGroupName(edit)));
}

// A schedule goes with the start of its cycle, one retention with the other.
function toGroupName({ address, field }: FieldEdit): string {
  const [room = ''] = parsePath(field);
  return `${address} ${room === 'schedule' ? 'state' : room}`;
}
