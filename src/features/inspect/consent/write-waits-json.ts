import type { Wait } from '../../../model/live/consent.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';

/** Who is waited for, as data. */
export function writeWaitsJson(waits: readonly Wait[], target: PlanTarget): string {
  return `${writeHead('waits')},"target":${writeSafeJson(target)},\n"waits":${writeSafeJson(waits)}}\n`;
}
