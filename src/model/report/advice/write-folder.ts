import { quoteArgument } from '../../../kit/text/quote-argument.ts';

/** The option that names the project's folder in a command, where it is not the one that we are in. */
export function writeFolder(directory: string): string[] {
  return directory === '.' ? [] : [`-C ${quoteArgument(directory)}`];
}
