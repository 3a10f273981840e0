import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountOutcome } from '../../model/outcome.ts';
import type { ApplyFrame } from '../../model/report.ts';
import { summariseOutcomes } from './summarise-outcomes.ts';
import { writeDocument } from './write-document.ts';

/** What became of an apply as data, with the counts that the text ends with. `told` is of the run as a whole. */
export function writeApplyJson(
  frame: ApplyFrame,
  accounts: readonly AccountOutcome[],
  told: Iterable<Diagnostic> = [],
): AsyncGenerator<string, void, undefined> {
  const summary = summariseOutcomes(accounts);
  return writeDocument('apply', { ...frame, summary, diagnostics: [...told] }, accounts);
}
