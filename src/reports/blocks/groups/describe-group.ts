import { count } from '../../../kit/text/text-layout.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { toCommandContext } from '../../../model/report/report.ts';
import type { Report } from '../../../model/report/report-document.ts';
import { listNames, type Phrase } from '../phrase.ts';
import type { NextCommands } from '../verdict/verdict.ts';
import { toReportLabel } from '../words/to-report-label.ts';
import type { ChangeGroup } from './change-groups.ts';

/** Names up to which all are listed, and names before the number of others. */
const [maxAll, maxFirst] = [5, 2];

/** Groups that need no person and are shown; more are counted. */
const maxGroups = 20;

/** Returns whether a group is about something that a person must look at. */
export function isForReview({ attention }: Pick<ChangeGroup, 'attention'>): boolean {
  return attention === 'failure' || attention === 'loss' || attention === 'review';
}

/** The title of a group: `Group 2: 225 accounts (north-01, north-02, and 223 more)`. */
export function describeGroup({ number, accounts, names, attention, label }: ChangeGroup): Phrase {
  const [first = ''] = names;
  const group = `Group ${number}: `;
  const state = label === '' ? '' : ` ${label}`;
  if (accounts === 1) return [group, { name: first }, state];
  const isLoss = attention === 'failure' || attention === 'loss';
  const shown = isLoss || accounts <= maxAll ? names : names.slice(0, maxFirst);
  const list = listNames(
    shown.map((name) => [{ name }]),
    accounts - shown.length,
  );
  return [`${group}${count(accounts, 'account')}${state} (`, ...list, ')'];
}

/** Selects the groups to show: all that a person must look at, and the first of the others. */
export function selectShownGroups(groups: readonly ChangeGroup[]): readonly ChangeGroup[] {
  const others = groups.filter((group) => !isForReview(group)).slice(0, maxGroups);
  return [...groups.filter(isForReview), ...others];
}

/** Counts the groups that are not shown; empty if all are. */
export function describeFurtherGroups(groups: readonly ChangeGroup[]): string {
  const more = groups.length - selectShownGroups(groups).length;
  if (more === 0) return '';
  return `${count(more, 'further group')} of changes that need no person; the report as JSON has each`;
}

/** Lists the commands that show the accounts of a group. */
export function listGroupCommands(
  report: Report,
  groups: readonly ChangeGroup[],
): readonly NextCommands[] {
  const { number = 1 } = groups.find(({ accounts }) => accounts > 1) ?? {};
  const command = formatGroupCommand(report, number);
  return command === null ? [] : [{ does: 'To show each account of a group', commands: [command] }];
}

// An apply, an undo and their like are not run again to be read.
function formatGroupCommand(report: Report, number: number): string | null {
  if (report.kind === 'refused' || report.kind === 'validate') return null;
  const { command } = toReportLabel(report);
  const option = `--group ${number}`;
  if (command !== 'plan' && command !== 'drift') {
    return formatCommand('report', {}, ['REPORT.json', option]);
  }
  return formatCommand(command, { ...toCommandContext(report.run), ...toSelection(report) }, [
    option,
  ]);
}

function toSelection({ kind, run }: Report): { readonly select?: readonly string[] } {
  if (kind === 'drift') return run.select === undefined ? {} : { select: run.select };
  return kind === 'plan' && run.next.kind === 'save' ? { select: run.next.asked.select } : {};
}
