import { quoteArgument } from '../../kit/text/quote-argument.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';

/** The command that saves the undo of a run as a plan. */
export function writeUndoCommand(
  environment: string,
  asked: { readonly directory: string; readonly select: readonly string[]; readonly run: string },
): string {
  return [
    'cyclectl undo',
    ...writeFolder(asked.directory),
    `-e ${quoteArgument(environment)}`,
    ...asked.select.map((what) => `--select ${quoteArgument(what)}`),
    quoteArgument(asked.run),
    '--out undo.json',
  ].join(' ');
}
