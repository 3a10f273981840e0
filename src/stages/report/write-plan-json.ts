import type { PlanFrame, PlannedAccount } from '../../model/report.ts';
import { writeDocument } from './write-document.ts';

/** A plan as data, all of its accounts; the text is rendered from the same values. */
export function writePlanJson(
  frame: PlanFrame,
  accounts: AsyncIterable<PlannedAccount>,
): AsyncGenerator<string, void, undefined> {
  return writeDocument('plan', frame, accounts);
}
