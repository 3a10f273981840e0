import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PlanFrame, PlannedAccount } from '../../model/report.ts';
import { writeDocument } from './write-document.ts';

/** A plan as data, all of its accounts; the text is rendered from the same values. `told` is of the run as a whole. */
export function writePlanJson(
  frame: PlanFrame,
  accounts: AsyncIterable<PlannedAccount>,
  told: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  return writeDocument('plan', { ...frame, diagnostics: [...told] }, accounts);
}
