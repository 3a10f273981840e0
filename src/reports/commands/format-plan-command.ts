import { formatArgument } from '../../kit/text/format-name.ts';
import { formatFolderOption } from '../../model/report/advice/commands.ts';
import type { PlanRequest } from '../../model/report/report.ts';
import { formatRevertCommand } from './format-revert-command.ts';

/** The command that saves the plan that was asked for. */
export function formatPlanCommand(
  environment: string,
  { directory, select, changedSince, replaces, ...choices }: PlanRequest,
): string {
  const { reverts } = choices;
  if (reverts !== undefined) {
    return formatRevertCommand(environment, { directory, select, addresses: reverts });
  }
  return [
    'cyclectl plan',
    ...formatFolderOption(directory),
    `-e ${formatArgument(environment)}`,
    ...select.map((what) => `--select ${formatArgument(what)}`),
    ...(changedSince === undefined ? [] : [`--changed-since ${formatArgument(changedSince)}`]),
    ...(replaces === undefined ? [] : [`--replaces ${formatArgument(replaces)}`]),
    ...(choices.rewrite ? ['--rewrite'] : []),
    ...(choices.allowDeletes === null ? [] : [`--allow-deletes ${choices.allowDeletes}`]),
    ...(choices.allowReplace ? ['--allow-replace'] : []),
    ...(choices.allowNewWebhookUrls ? ['--allow-new-webhook-urls'] : []),
    '--out plan.json',
  ].join(' ');
}
