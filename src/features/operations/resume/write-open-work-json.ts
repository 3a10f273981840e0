import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { OpenWork } from './open-work.ts';

/** What earlier runs have left open, as data. */
export function writeOpenWorkJson({ runs, objects, locks }: OpenWork): string {
  const shown = runs.map(({ run, accounts, isWorking }) => ({ ...run, accounts, isWorking }));
  return `${writeHead('open')},\n"runs":${writeSafeJson(shown)},\n"objects":${writeSafeJson(objects)},\n"locks":${writeSafeJson(locks)}}\n`;
}
