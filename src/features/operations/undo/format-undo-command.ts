import { formatArgument } from '../../../kit/text/format-name.ts';
import { formatFolderOption } from '../../../model/report/advice/commands.ts';

/** The command that saves the undo of a run as a plan. */
export function formatUndoCommand(
  environment: string,
  asked: { readonly directory: string; readonly select: readonly string[]; readonly run: string },
): string {
  return [
    'cyclectl undo',
    ...formatFolderOption(asked.directory),
    `-e ${formatArgument(environment)}`,
    ...asked.select.map((what) => `--select ${formatArgument(what)}`),
    formatArgument(asked.run),
    '--out undo.json',
  ].join(' ');
}
