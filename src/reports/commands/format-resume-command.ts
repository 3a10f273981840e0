import { formatArgument } from '../../kit/text/format-argument.ts';
import type { ApplySummary } from '../../model/plan/outcome.ts';
import { formatFolderOption } from '../../model/report/advice/format-folder-option.ts';
import type { ApplyFrame } from '../../model/report/report.ts';

/** The command that goes on with a run that was stopped; null where there is none. A destroy is asked for again. */
export function formatResumeCommand(
  { target, directory = '.', command }: ApplyFrame,
  { accountsStopped }: ApplySummary,
): string | null {
  if (accountsStopped === 0 || command === 'destroy') return null;
  const folder = formatFolderOption(directory);
  return ['cyclectl resume', ...folder, `-e ${formatArgument(target.environment)}`].join(' ');
}
