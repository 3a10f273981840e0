import { formatArgument } from '../../kit/text/format-name.ts';
import type { ApplySummary } from '../../model/plan/outcome.ts';
import { formatFolderOption } from '../../model/report/advice/commands.ts';
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
