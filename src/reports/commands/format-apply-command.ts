import { formatArgument } from '../../kit/text/format-argument.ts';
import { formatFolderOption } from '../../model/report/advice/format-folder-option.ts';

/**
 * The command that applies a saved plan. That knows its environment, its accounts and what was allowed; only the
 * folder is told again.
 */
export function formatApplyCommand(directory: string, file: string): string {
  return ['cyclectl apply', ...formatFolderOption(directory), formatArgument(file)].join(' ');
}
