import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { ReportMetadata } from '../../../../model/report/report-document.ts';
import { formatDocumentPieces } from '../../../../reports/json/format-document.ts';
import type { Rehearsal } from '../rehearsal.ts';

/** Formats a rehearsal as data. */
export function formatRehearsalJson(
  { run, accounts }: Rehearsal,
  made: ReportMetadata,
  diagnostics: readonly Diagnostic[],
): AsyncGenerator<string, void, undefined> {
  return formatDocumentPieces('rehearsal', { made, run: { ...run, diagnostics }, accounts });
}
