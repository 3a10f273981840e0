import { toFieldPath } from '../../model/address.ts';
import type { BoundCycle } from '../../model/desired/bound.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import type { Structures } from '../../model/live/reading.ts';
import type { ObjectRecord } from '../../model/memory/account-state.ts';

/**
 * Whether a cycle of ours is made from what the manifest names. Of a template its id tells, since names of templates
 * may be alike. A cycle is of a file where that structure was applied to it, or where it is built so now: what else
 * changes in a file can be written to it, whatever it was made from at first. One that the service built otherwise than
 * it was sent is of that file all the same: another import would come to the same. A template that the service does
 * not have tells nothing: the cycle is left where it is.
 */
export function isMadeFrom(
  { source }: BoundCycle,
  { id, templateId }: LiveCycle,
  { record, structures }: { readonly record: ObjectRecord; readonly structures: Structures },
): boolean {
  if (source.kind === 'no-template') return true;
  if (source.kind === 'template') return templateId === source.id;
  const applied = record.applied[toFieldPath('from', 'file')];
  const isApplied = applied?.kind === 'plain' && applied.value === source.structure;
  const isSent = record.unproven === source.structure;
  return isApplied || isSent || structures.get(id)?.digest === source.structure;
}

/** Whether one that nobody remembers may be made from it. Of a file only its tag or its name says more. */
export function isPossiblyMadeFrom(
  { source }: BoundCycle,
  { templateId }: Pick<LiveCycle, 'templateId'>,
): boolean {
  return source.kind !== 'no-template' && templateId === source.id;
}
