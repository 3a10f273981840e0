import type { BoundCycle } from '../../model/bound.ts';
import type { LiveCycle } from '../../model/live.ts';

/** Whether a cycle is made from what the manifest names: its id tells, since names of templates may be alike. */
export function isMadeFrom({ source }: BoundCycle, { templateId }: LiveCycle): boolean {
  return templateId === source.id;
}
