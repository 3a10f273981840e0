import { quoteArgument } from '../../kit/text/quote-argument.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';

/** The file that the plan of a destroy is saved to, in the commands of messages. */
export const destroyFile = 'destroy.json';

/** The command that saves a destroy as a plan. */
export function writeDestroyCommand(
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
    ...writeFolder(asked.directory),
    `-e ${quoteArgument(environment)}`,
    ...asked.address.map(quoteArgument),
    ...asked.confirm.map((key) => `--confirm ${quoteArgument(key)}`),
    ...(asked.allowDeletes === undefined ? [] : [`--allow-deletes ${asked.allowDeletes}`]),
    `--out ${destroyFile}`,
  ].join(' ');
}
