import { isChanged } from '../../model/diff/disposition.ts';
import type { CycleDiff } from '../../model/diff/field-diff.ts';

const others = new Set<string>(['state', 'schedule', 'from/template', 'from/file']);

/** Lists the fields that edit a cycle: all changes except run state and origin. */
export function listEdits({ fields }: CycleDiff): CycleDiff['fields'] {
  return fields.filter((field) => isChanged(field) && !others.has(field.path));
}
