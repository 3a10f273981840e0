import { parsePath } from '../../../../model/address.ts';
import type { FieldEdit } from '../accept/accepted.ts';

/** Drops edits that only travel with another one, where none of those is left. */
export function deleteLoneEdits(edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const groups = new Set(edits.filter(({ isBeside }) => isBeside !== true).map(toGroupName));
  return edits.filter((edit) => edit.isBeside !== true || groups.has(toGroupName(edit)));
}

// Groups a schedule with the start of its cycle, and both retentions.
function toGroupName({ address, field }: FieldEdit): string {
  const [room = ''] = parsePath(field);
  return `${address} ${room === 'schedule' ? 'state' : room}`;
}
