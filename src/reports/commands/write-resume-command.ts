import { quoteArgument } from '../../kit/text/quote-argument.ts';
import type { ApplySummary } from '../../model/plan/outcome.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';
import type { ApplyFrame } from '../../model/report/report.ts';

/** The command that goes on with a run that was stopped; null where there is none. A destroy is asked for again. */
export function writeResumeCommand(
  { target, directory = '.', command }: ApplyFrame,
  { accountsStopped }: ApplySummary,
): string | null {
  if (accountsStopped === 0 || command === 'destroy') return null;
  const folder = writeFolder(directory);
  return ['cyclectl resume', ...folder, `-e ${quoteArgument(target.environment)}`].join(' ');
}
