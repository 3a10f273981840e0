import { quoteArgument } from '../../kit/text/quote-argument.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';

/**
 * The command that applies a saved plan. That knows its environment, its accounts and what was allowed; only the
 * folder is told again.
 */
export function writeApplyCommand(directory: string, file: string): string {
  return ['cyclectl apply', ...writeFolder(directory), quoteArgument(file)].join(' ');
}
