import type { CheckedAccount } from '../../model/check.ts';
import type { VerifyFrame } from '../../model/report.ts';
import { writeDocument } from './write-document.ts';

/** What became of the checks as data; the text is rendered from the same values. */
export function writeVerifyJson(
  frame: VerifyFrame,
  accounts: Iterable<CheckedAccount>,
): AsyncGenerator<string, void, undefined> {
  return writeDocument('verify', frame, accounts);
}
