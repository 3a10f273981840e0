import { align, wrapIndented } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { RunEnd } from '../../../model/memory/run.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { sayTally } from '../../../reports/text/write-run.ts';
import { writePath } from '../../../reports/words/write-path.ts';
import type { OpenObject, OpenRun, OpenWork } from './open-work.ts';

const ends: Readonly<Record<RunEnd['outcome'], string>> = {
  done: 'is done',
  partial: 'is done in part',
  'nothing-written': 'wrote nothing',
  stopped: 'was stopped',
};

const place = { column: 40, hang: 6, most: 2 };

/** What earlier runs have left open: what needs a person first, then what resume or an apply ends. */
export function writeOpenWorkText(work: OpenWork, paint: Paint): string {
  const [person, others] = [
    work.objects.filter((object) => object.person !== null),
    work.objects.filter((object) => object.person === null),
  ];
  const parts = [
    section(paint.yellow('Needs a person'), person.map(writeObject)),
    section('Ended by resume, or by the next apply', others.map(writeObject)),
    section('Unfinished runs', work.runs.map(writeOpenRun)),
    section('Accounts that are worked on', work.locks.map(writeLock)),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Nothing is open.\n' : parts.join('\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `${line}\n`).join('')}`;
}

function writeObject({ address, since, does, person }: OpenObject): string {
  const line = align(
    `  ${writePath(address)}`,
    `begun ${writeName(since)}: ${writeName(does)}`,
    place,
  );
  return person === null ? line : `${line}\n${wrapIndented(person, place.hang)}`;
}

function writeOpenRun({ run, accounts, isWorking }: OpenRun): string {
  const { id, command, author } = run;
  const what = isWorking
    ? 'is at work'
    : run.end === null
      ? 'was interrupted'
      : ends[run.end.outcome];
  const who = `${writeName(author.user)} on ${writeName(author.host)}`;
  const tally = run.template === undefined ? `: ${sayTally(accounts)}` : '';
  return align(`  ${writeName(id)}`, `${command} by ${who} ${what}${tally}`, place);
}

function writeLock({ account, holder, since, isStale }: OpenWork['locks'][number]): string {
  const who = `${writeName(holder.user)} on ${writeName(holder.host)}, process ${holder.pid}`;
  const state = isStale ? '; it is dead, and the next run takes the account over' : '';
  return align(`  ${writeName(account)}`, `${who}, since ${writeName(since)}${state}`, place);
}
