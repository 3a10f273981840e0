import type { Diagnostic } from '../../model/diagnostic.ts';
import { writeHead, writeSafeJson } from './write-document.ts';

/** What validate found as data, with the number of accounts that it looked at. */
export function writeValidateJson(diagnostics: readonly Diagnostic[], accounts: number): string {
  return `${writeHead('validate')},"accounts":${accounts},"diagnostics":${writeSafeJson(diagnostics)}}\n`;
}
