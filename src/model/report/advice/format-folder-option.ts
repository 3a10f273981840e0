import { formatArgument } from '../../../kit/text/format-argument.ts';

/** The option that names the project's folder in a command, where it is not the one that we are in. */
export function formatFolderOption(directory: string): string[] {
  return directory === '.' ? [] : [`-C ${formatArgument(directory)}`];
}
