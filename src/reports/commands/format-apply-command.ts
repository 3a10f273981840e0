import { formatArgument } from '../../kit/text/format-name.ts';
import { formatFolderOption } from '../../model/report/advice/commands.ts';

/**
 * The command that applies a saved plan. Only the folder is repeated, because the plan holds
 * environment, accounts and permissions.
 */
export function formatApplyCommand(directory: string, file: string): string {
  return ['cyclectl apply', ...formatFolderOption(directory), formatArgument(file)].join(' ');
}
