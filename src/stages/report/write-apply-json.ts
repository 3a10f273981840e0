import type { AccountOutcome } from '../../model/outcome.ts';
import type { ApplyFrame } from '../../model/report.ts';
import { summariseOutcomes } from './summarise-outcomes.ts';
import { writeDocument } from './write-document.ts';

/** What became of an apply as data, with the counts that the text ends with. */
export function writeApplyJson(
  frame: ApplyFrame,
  accounts: readonly AccountOutcome[],
): AsyncGenerator<string, void, undefined> {
  return writeDocument('apply', { ...frame, summary: summariseOutcomes(accounts) }, accounts);
}
