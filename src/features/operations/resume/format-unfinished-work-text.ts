import { formatName } from '../../../kit/text/format-name.ts';
import { formatAligned, formatParagraph } from '../../../kit/text/text-layout.ts';
import type { RunEnd } from '../../../model/state/run.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatRunTally } from '../../../reports/blocks/words/format-run-tally.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { UnfinishedObject, UnfinishedRun, UnfinishedWork } from './list-unfinished-work.ts';

const ends: Readonly<Record<RunEnd['outcome'], string>> = {
  done: 'finished',
  partial: 'finished in part',
  'nothing-written': 'wrote nothing',
  stopped: 'was stopped',
};

const placement = { column: 40, hang: 6, most: 2 };

/**
 * Formats unfinished work: first objects that need a person, then those that resume or an apply
 * finishes.
 */
export function formatUnfinishedWorkText(work: UnfinishedWork, paint: Paint): string {
  const [person, others] = [
    work.objects.filter((object) => object.person !== null),
    work.objects.filter((object) => object.person === null),
  ];
  const parts = [
    formatSection(paint.yellow('Needs manual action'), person.map(formatObject)),
    formatSection(
      `Finished by ${work.runs.length === 0 ? '' : 'resume or '}the next apply, where Git names it`,
      others.map(formatObject),
    ),
    formatSection('Unfinished runs', work.runs.map(formatUnfinishedRun)),
    formatSection('Locked accounts', work.locks.map(formatLock)),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'No unfinished work.\n' : parts.join('\n');
}

function formatSection(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `${line}\n`).join('')}`;
}

function formatObject({ address, since, does, person }: UnfinishedObject): string {
  const line = formatAligned(
    `  ${formatPath(address)}`,
    `started ${formatName(since)}: ${formatName(does)}`,
    placement,
  );
  return person === null ? line : `${line}\n${formatParagraph(person, placement.hang)}`;
}

function formatUnfinishedRun({ run, accounts, isWorking }: UnfinishedRun): string {
  const { id, command, author } = run;
  const what = isWorking
    ? 'is running'
    : run.end === null
      ? 'was interrupted'
      : ends[run.end.outcome];
  const who = `${formatName(author.user)} on ${formatName(author.host)}`;
  const tally = run.template === undefined ? `: ${formatRunTally(accounts)}` : '';
  return formatAligned(`  ${formatName(id)}`, `${command} by ${who} ${what}${tally}`, placement);
}

function formatLock({ account, holder, since, isStale }: UnfinishedWork['locks'][number]): string {
  const who = `${formatName(holder.user)} on ${formatName(holder.host)}, process ${holder.pid}`;
  const state = isStale ? '; it is dead, and the next run takes over its lock' : '';
  return formatAligned(
    `  ${formatName(account)}`,
    `${who}, since ${formatName(since)}${state}`,
    placement,
  );
}
