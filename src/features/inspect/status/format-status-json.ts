import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountStatus, StatusFrame } from '../../../model/report/status.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

/** A status as data, all of its accounts in the order of their names. `told` is of the run as a whole. */
export function formatStatusJson(
  frame: StatusFrame,
  accounts: Iterable<AccountStatus>,
  reported: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return formatDocument('status', { ...frame, diagnostics: [...reported] }, accounts);
}
