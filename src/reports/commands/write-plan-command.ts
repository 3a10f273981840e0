import { quoteArgument } from '../../kit/text/quote-argument.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';
import type { Asked } from '../../model/report/report.ts';
import { writeRevertCommand } from './write-revert-command.ts';

/** The command that saves the plan that was asked for. */
export function writePlanCommand(
  environment: string,
  { directory, select, changedSince, replaces, ...choices }: Asked,
): string {
  const { reverts } = choices;
  if (reverts !== undefined) {
    return writeRevertCommand(environment, { directory, select, addresses: reverts });
  }
  return [
    'cyclectl plan',
    ...writeFolder(directory),
    `-e ${quoteArgument(environment)}`,
    ...select.map((what) => `--select ${quoteArgument(what)}`),
    ...(changedSince === undefined ? [] : [`--changed-since ${quoteArgument(changedSince)}`]),
    ...(replaces === undefined ? [] : [`--replaces ${quoteArgument(replaces)}`]),
    ...(choices.rewrite ? ['--rewrite'] : []),
    ...(choices.allowDeletes === null ? [] : [`--allow-deletes ${choices.allowDeletes}`]),
    ...(choices.allowReplace ? ['--allow-replace'] : []),
    ...(choices.allowNewWebhookUrls ? ['--allow-new-webhook-urls'] : []),
    '--out plan.json',
  ].join(' ');
}
