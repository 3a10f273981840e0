import { formatArgument } from '../../kit/text/format-name.ts';
import { formatFolderOption } from '../../model/report/advice/commands.ts';

/** The file that the plan of single runs is saved to, in the commands of messages. */
export const runFile = 'run.json';

/** The command that saves single runs as a plan. */
export function formatRunCommand(
  environment: string,
  asked: {
    readonly directory: string;
    readonly select: readonly string[];
    readonly address: readonly string[];
    readonly at?: string;
    readonly cancel?: boolean;
  },
): string {
  return [
    'cyclectl run',
    ...formatFolderOption(asked.directory),
    `-e ${formatArgument(environment)}`,
    ...asked.select.map((what) => `--select ${formatArgument(what)}`),
    ...asked.address.map(formatArgument),
    ...(asked.at === undefined ? [] : [`--at ${formatArgument(asked.at)}`]),
    ...(asked.cancel === true ? ['--cancel'] : []),
    `--out ${runFile}`,
  ].join(' ');
}
