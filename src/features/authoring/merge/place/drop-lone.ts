import { splitPath } from '../../../../model/address.ts';
import type { FieldEdit } from '../take/taken.ts';

/** Edits without those that only go with another one, where none of these is left. */
export function dropLone(edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const groups = new Set(edits.filter(({ isBeside }) => isBeside !== true).map(nameGroup));
  return edits.filter((edit) => edit.isBeside !== true || groups.has(nameGroup(edit)));
}

// A schedule goes with the start of its cycle, one retention with the other.
function nameGroup({ address, field }: FieldEdit): string {
  const [room = ''] = splitPath(field);
  return `${address} ${room === 'schedule' ? 'state' : room}`;
}
