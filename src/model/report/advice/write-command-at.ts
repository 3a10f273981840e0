import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import type { Address } from '../../address.ts';
import type { CommandPlace } from '../report.ts';
import { writeFolder } from './write-folder.ts';

/** A command about an object, as it can be pasted where the report was made. */
export function writeCommandAt(
  command: string,
  address: Address,
  { environment, directory = '.' }: CommandPlace,
): string {
  const place = [...writeFolder(directory), `-e ${quoteArgument(environment)}`];
  return [command, ...place, quoteArgument(address)].join(' ');
}
