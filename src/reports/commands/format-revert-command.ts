import { formatArgument } from '../../kit/text/format-name.ts';
import type { Address } from '../../model/address.ts';
import { formatFolderOption } from '../../model/report/advice/commands.ts';

/** File name of a revert plan in printed commands. */
export const revertFile = 'revert.json';

/** The command that saves a revert of drift as a plan. */
export function formatRevertCommand(
  environment: string,
  asked: {
    readonly directory: string;
    readonly select: readonly string[];
    readonly addresses: readonly Address[];
  },
): string {
  return [
    'cyclectl drift',
    ...formatFolderOption(asked.directory),
    `-e ${formatArgument(environment)}`,
    ...asked.select.map((what) => `--select ${formatArgument(what)}`),
    '--revert',
    ...asked.addresses.map(formatArgument),
    `--out ${revertFile}`,
  ].join(' ');
}
