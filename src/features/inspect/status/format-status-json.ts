import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountStatus, StatusFrame } from '../../../model/report/status.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

/**
 * Formats a status as data, with all accounts in the order of names. `reported` holds diagnostics
 * of the whole run.
 */
export function formatStatusJson(
  frame: StatusFrame,
  accounts: Iterable<AccountStatus>,
  reported: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return formatDocument('status', { ...frame, diagnostics: [...reported] }, accounts);
}
