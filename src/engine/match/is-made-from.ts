import { toFieldPath } from '../../model/address.ts';
import type { BoundCycle } from '../../model/desired/bound.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import type { Structures } from '../../model/live/reading.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';

/**
 * True if a cycle of ours was made from its origin in Git: the template of that id, or a file of
 * the applied, live or sent structure. True without template, so that it stays.
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

/**
 * True if a cycle without state may be made from it; for a file, only its tag or name is evidence.
 */
export function isPossiblyMadeFrom(
  { source }: BoundCycle,
  { templateId }: Pick<LiveCycle, 'templateId'>,
): boolean {
  return source.kind !== 'no-template' && templateId === source.id;
}
