import { formatHanging, formatParagraph } from '../../kit/text/text-layout.ts';
import type { Report } from '../../model/report/report-document.ts';
import { type ChangeGroup, findReportGroups } from '../blocks/groups/change-groups.ts';
import {
  describeFurtherGroups,
  describeGroup,
  listGroupCommands,
  selectGroup,
  selectShownGroups,
} from '../blocks/groups/describe-group.ts';
import { listAccountBlocks } from '../blocks/list-account-blocks.ts';
import { formatPhrase } from '../blocks/phrase.ts';
import type { NextCommands } from '../blocks/verdict/verdict.ts';
import { formatAccount } from './format-account.ts';
import { formatBlock } from './format-blocks.ts';
import type { Paint } from './paint.ts';

/** The groups of a report by change, then how to see more of one. */
export function* formatChangeGroups(
  report: Report,
  groups: readonly ChangeGroup[],
  paint: Paint,
): Generator<string, void, undefined> {
  for (const group of selectShownGroups(groups)) yield `\n${formatChangeGroup(group, paint)}\n`;
  const further = describeFurtherGroups(groups);
  if (further !== '') yield `\n${formatParagraph(`… ${further}.`, 0, paint.columns)}\n`;
  for (const next of listGroupCommands(report, groups)) yield `\n${formatNext(next)}\n`;
}

/** A group: its accounts, then its blocks. */
export function formatChangeGroup(group: ChangeGroup, paint: Paint): string {
  const title = formatHanging(paint.bold(formatPhrase(describeGroup(group))), 2, paint.columns);
  return [
    group.label === '' ? title : paint.red(title),
    ...group.blocks.flatMap((block) => formatBlock(block, paint)),
  ].join('\n');
}

/**
 * The accounts of one group, each with all that the report says of it. Throws `OperationalError` if
 * there is no such group.
 */
export async function* formatGroupAccounts(
  report: Report,
  number: number,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const changes = await findReportGroups(report);
  const group = selectGroup(changes?.groups ?? [], number);
  yield `${formatChangeGroup(group, paint)}\n`;
  for await (const account of listAccountBlocks(report, 'worst-first')) {
    if (changes?.listNumbers(account).includes(number) !== true) continue;
    yield `\n${formatAccount(account, paint)}\n`;
  }
}

/** Commands under their purpose; not wrapped, because one must stay on one line to be pasted. */
export function formatNext({ does, commands }: NextCommands): string {
  return [`${does}:`, ...commands.map((command) => `  ${command}`)].join('\n');
}
