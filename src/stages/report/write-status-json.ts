import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountStatus, StatusFrame } from '../../model/status.ts';
import { writeDocument } from './write-document.ts';

/** A status as data, all of its accounts in the order of their names. `told` is of the run as a whole. */
export function writeStatusJson(
  frame: StatusFrame,
  accounts: Iterable<AccountStatus>,
  told: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return writeDocument('status', { ...frame, diagnostics: [...told] }, accounts);
}
