import type { DriftAccount, DriftFrame } from '../../model/report.ts';
import { writeDocument } from './write-document.ts';

/** A drift report as data; the text is rendered from the same values. */
export function writeDriftJson(
  frame: DriftFrame,
  accounts: Iterable<DriftAccount>,
): AsyncGenerator<string, void, undefined> {
  return writeDocument('drift', frame, accounts);
}
