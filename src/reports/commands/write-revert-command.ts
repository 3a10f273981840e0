import { quoteArgument } from '../../kit/text/quote-argument.ts';
import type { Address } from '../../model/address.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';

/** Where the plan of a revert is saved, in what is said of it. */
export const revertFile = 'revert.json';

/** The command that saves a revert of drift as a plan. */
export function writeRevertCommand(
  environment: string,
  asked: {
    readonly directory: string;
    readonly select: readonly string[];
    readonly addresses: readonly Address[];
  },
): string {
  return [
    'cyclectl drift',
    ...writeFolder(asked.directory),
    `-e ${quoteArgument(environment)}`,
    ...asked.select.map((what) => `--select ${quoteArgument(what)}`),
    '--revert',
    ...asked.addresses.map(quoteArgument),
    `--out ${revertFile}`,
  ].join(' ');
}
