import { formatArgument } from '../../../kit/text/format-argument.ts';
import type { Address } from '../../address.ts';
import type { CommandContext } from '../report.ts';
import { formatFolderOption } from './format-folder-option.ts';

/** A command about an object, as it can be pasted where the report was made. */
export function formatCommandAt(
  command: string,
  address: Address,
  { environment, directory = '.' }: CommandContext,
): string {
  const location = [...formatFolderOption(directory), `-e ${formatArgument(environment)}`];
  return [command, ...location, formatArgument(address)].join(' ');
}
