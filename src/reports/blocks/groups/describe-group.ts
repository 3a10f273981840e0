import { OperationalError } from '../../../kit/operational-error.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toPlanKind } from '../../../model/plan/plan.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { toCommandContext } from '../../../model/report/report.ts';
import type { Report } from '../../../model/report/report-document.ts';
import { listNames, type Phrase } from '../phrase.ts';
import type { NextCommands } from '../verdict/verdict.ts';
import { formatPlanArguments } from '../words/format-plan-commands.ts';
import type { ChangeGroup } from './change-groups.ts';

/** Names up to which all are listed of a change, and names before the number of others. */
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
  const most = isForReview({ attention }) ? names.length : maxAll;
  const shown = isLoss || accounts <= most ? names : names.slice(0, maxFirst);
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

/** Selects a group by its number. Throws `OperationalError` if there is no such group. */
export function selectGroup(groups: readonly ChangeGroup[], number: number): ChangeGroup {
  const group = groups.find((each) => each.number === number);
  if (group !== undefined) return group;
  throw new OperationalError(`the report has no group ${number}`, {
    remedy:
      groups.length === 0
        ? 'It shows each account by itself: run the command without --group.'
        : `It has ${count(groups.length, 'group')}: run the command without --group to see them.`,
  });
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
  const option = `--group ${number}`;
  switch (report.kind) {
    case 'plan': {
      const { target, next } = report.run;
      const asked = report.run.asked ?? (next.kind === 'save' ? next.asked : undefined);
      if (asked === undefined || toPlanKind(report.run) !== 'plan') return formatSaved(option);
      const place = { ...asked, environment: target.environment };
      const verb = asked.rollout === undefined ? 'plan' : `rollout plan ${asked.rollout}`;
      return formatCommand(verb, place, [...formatPlanArguments(asked), option]);
    }
    case 'drift': {
      const { select = [] } = report.run;
      return formatCommand('drift', { ...toCommandContext(report.run), select }, [option]);
    }
    case 'apply':
      return formatSaved(option);
    case 'validate':
    case 'refused':
      return null;
  }
}

function formatSaved(option: string): string {
  return formatCommand('report', {}, ['REPORT.json', option]);
}
