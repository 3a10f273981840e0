import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { CheckedAccount } from '../../../model/manifest/check.ts';
import type { VerifyFrame } from '../../../model/report/report.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

/** What became of the checks as data; the text is rendered from the same values. `told` is of the run as a whole. */
export function formatVerifyJson(
  frame: VerifyFrame,
  accounts: Iterable<CheckedAccount>,
  reported: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return formatDocument('verify', { ...frame, diagnostics: [...reported] }, accounts);
}
