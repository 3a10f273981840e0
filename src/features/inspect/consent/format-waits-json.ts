import type { PendingConsent } from '../../../model/live/consent.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';

/** Formats connectors that wait, as data. */
export function formatWaitsJson(waits: readonly PendingConsent[], target: PlanTarget): string {
  return `${formatDocumentHead('waits')},"target":${formatSafeJson(target)},\n"waits":${formatSafeJson(waits)}}\n`;
}
