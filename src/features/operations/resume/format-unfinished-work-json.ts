import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { UnfinishedWork } from './unfinished-work.ts';

/** Formats unfinished work as data. */
export function formatUnfinishedWorkJson({ runs, objects, locks }: UnfinishedWork): string {
  const shown = runs.map(({ run, accounts, isWorking }) => ({ ...run, accounts, isWorking }));
  return `${formatDocumentHead('open')},\n"runs":${formatSafeJson(shown)},\n"objects":${formatSafeJson(objects)},\n"locks":${formatSafeJson(locks)}}\n`;
}
