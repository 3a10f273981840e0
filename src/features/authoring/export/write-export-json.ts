import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';

/**
 * What became of an export as data, an account a line as it comes; what is known at its end comes last. `told` is of the
 * run as a whole.
 */
export async function* writeExportJson(
  accounts: AsyncIterable<ExportedAccount>,
  end: () => Promise<ExportFrame>,
  told: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  yield `${writeHead('export')},"accounts":[`;
  let separator = '\n';
  for await (const account of accounts) {
    yield `${separator}${writeSafeJson(account)}`;
    separator = ',\n';
  }
  const { directory: _, ...frame } = await end();
  yield `\n],\n"run":${writeSafeJson({ ...frame, diagnostics: [...told] })}}\n`;
}
