import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';

/**
 * Formats an export as data, an account a line as it comes, totals last. `reported` holds
 * diagnostics of the whole run.
 */
export async function* formatExportJson(
  accounts: AsyncIterable<ExportedAccount>,
  end: () => Promise<ExportFrame>,
  reported: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  yield `${formatDocumentHead('export')},"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${formatSafeJson(account)}`;
    separator = ',\n';
  }
  const { directory: _, ...frame } = await end();
  yield `\n],\n"run":${formatSafeJson({ ...frame, diagnostics: [...reported] })}}\n`;
}
