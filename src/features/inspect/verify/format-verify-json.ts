import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { CheckedAccount } from '../../../model/manifest/check.ts';
import type { VerifyFrame } from '../../../model/report/report.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

/** Formats the results of health checks as data. `reported` holds diagnostics of the whole run. */
export function formatVerifyJson(
  frame: VerifyFrame,
  accounts: Iterable<CheckedAccount>,
  reported: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return formatDocument('verify', { ...frame, diagnostics: [...reported] }, accounts);
}
