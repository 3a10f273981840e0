import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DriftAccount, DriftFrame } from '../../model/report.ts';
import { writeDocument } from './write-document.ts';

/** A drift report as data; the text is rendered from the same values. `told` is of the run as a whole. */
export function writeDriftJson(
  frame: DriftFrame,
  accounts: Iterable<DriftAccount>,
  told: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return writeDocument('drift', { ...frame, diagnostics: [...told] }, accounts);
}
