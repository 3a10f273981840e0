import { formatArgument } from '../../kit/text/format-argument.ts';
import type { ApplySummary } from '../../model/plan/outcome.ts';
import { formatFolderOption } from '../../model/report/advice/format-folder-option.ts';
import type { ApplyFrame } from '../../model/report/report.ts';

/**
 * The command that resumes a stopped run; null if there is none. A destroy has to be requested
 * again.
 */
export function formatResumeCommand(
  { target, directory = '.', command }: ApplyFrame,
  { accountsStopped }: ApplySummary,
): string | null {
  if (accountsStopped === 0 || command === 'destroy') return null;
  const folder = formatFolderOption(directory);
  return ['cyclectl resume', ...folder, `-e ${formatArgument(target.environment)}`].join(' ');
}
