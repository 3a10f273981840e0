import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { count, spread, wrapIndented, writeDuration } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import { writeFolder } from '../../../model/report/advice/write-folder.ts';
import {
  type AccountStatus,
  accountNeedsPerson,
  isSilent,
  needsPerson,
  type ReadStatus,
  type StatusFrame,
  summariseStatus,
} from '../../../model/report/status.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writeDiagnosticBlock } from '../../../reports/text/parts/write-diagnostic-block.ts';
import { writeTitle } from '../../../reports/text/parts/write-target.ts';
import { writeOutsideGit } from '../../../reports/words/list-outside-git.ts';
import { writeCycleStatus, writeWait } from './write-cycle-status.ts';

/** Of an account that the service had, as of a cycle. */
const goneWords = 'gone from the service';

/**
 * A status for people: accounts that could not be read, then those that need a person, then the others; in each what
 * needs a person first. An account without cycles is counted and not printed.
 */
export function* writeStatusText(
  frame: StatusFrame,
  accounts: readonly AccountStatus[],
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${writeTitle('Status of', frame, paint)}\n`;
  for (const rank of [0, 1, 2]) {
    for (const account of accounts) {
      if (rankOf(account) === rank) yield `\n${writeAccount(account, paint).join('\n')}\n`;
    }
  }
  yield* writeOutsideGit(frame.outsideGit);
  yield `\n${writeEnd(frame)}\n`;
}

/** Where an account stands; null where there is nothing to say of it. */
function rankOf(account: AccountStatus): 0 | 1 | 2 | null {
  if (account.kind === 'unread') return 0;
  if (accountNeedsPerson(account)) return 1;
  return isSilent(account) ? null : 2;
}

function writeAccount(account: AccountStatus, paint: Paint): string[] {
  const name = paint.bold(writeName(account.account));
  if (account.kind === 'unread') {
    return [
      spread(name, paint.red('NOT READ')),
      ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
    ];
  }
  const says = writeHeading(account);
  const isBad = accountNeedsPerson(account);
  const first = account.cycles.filter(needsPerson);
  const rest = account.cycles.filter((cycle) => !needsPerson(cycle));
  return [
    spread(name, isBad ? paint.red(says) : says),
    ...account.waits.map((wait) => writeWait(wait, account.account)),
    ...[...first, ...rest].map((cycle) => writeCycleStatus(cycle, account.account)),
  ];
}

function writeHeading(account: ReadStatus): string {
  const { cycles, active, gone, errors, warnings, waits } = summariseStatus([account]);
  const words = [
    ...(account.isThere ? [] : [account.isGone === true ? goneWords : 'not on the service yet']),
    ...(cycles > 0 ? [`${active} of ${count(cycles, 'cycle')} active`] : []),
    ...(gone > 0 && account.isThere ? [`${gone} gone`] : []),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(waits > 0 ? [`waits for ${count(waits, 'person', 'people')}`] : []),
  ];
  return words.join(', ');
}

function writeEnd(frame: StatusFrame): string {
  const { summary, unread, skipped, cost } = frame;
  const { cycles, active, gone, errors, warnings, waits, needing, silent, missing } = summary;
  const { goneAccounts } = summary;
  const found = [
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(waits > 0
      ? [`${count(waits, 'connector')} that ${waits === 1 ? 'waits' : 'wait'} for a person`]
      : []),
  ];
  const sentences = [
    `${count(cycles, 'cycle')}, ${active} active${found.length === 0 ? '' : `; ${found.join(', ')}`}.`,
    ...(needing === 0
      ? []
      : [`${count(needing, 'account')} ${needing === 1 ? 'needs' : 'need'} a person.`]),
    ...(silent === 0 ? [] : [`${count(silent, 'account')} without a cycle.`]),
    ...(goneAccounts === 0 ? [] : [`${count(goneAccounts, 'account')} ${goneWords}.`]),
    ...(missing === 0 ? [] : [`${count(missing, 'account')} not on the service yet.`]),
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    `${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
  ];
  const expected = 'The service tells no next run: it is what we expect of the schedule, in UTC.';
  return [
    wrapIndented(sentences.join(' '), 0),
    ...(active === 0 ? [] : [wrapIndented(expected, 0)]),
    ...(waits === 0
      ? []
      : ['', 'Who is waited for, and how to sign in:', `  ${writeListWaits(frame)}`]),
  ].join('\n');
}

function writeListWaits({ directory, target }: StatusFrame): string {
  const place = [...writeFolder(directory), `-e ${quoteArgument(target.environment)}`];
  return ['cyclectl consent --list', ...place].join(' ');
}
