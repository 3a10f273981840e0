import { formatArgument } from '../../../kit/text/format-name.ts';
import { formatFolderOption } from '../../../model/report/advice/commands.ts';

/** The file that the plan of a destroy is saved to, in the commands of messages. */
export const destroyFile = 'destroy.json';

/** The command that saves a destroy as a plan. */
export function formatDestroyCommand(
  environment: string,
  asked: {
    readonly directory: string;
    readonly address: readonly string[];
    readonly confirm: readonly string[];
    readonly allowDeletes?: number;
  },
): string {
  return [
    'cyclectl destroy',
    ...formatFolderOption(asked.directory),
    `-e ${formatArgument(environment)}`,
    ...asked.address.map(formatArgument),
    ...asked.confirm.map((key) => `--confirm ${formatArgument(key)}`),
    ...(asked.allowDeletes === undefined ? [] : [`--allow-deletes ${asked.allowDeletes}`]),
    `--out ${destroyFile}`,
  ].join(' ');
}
