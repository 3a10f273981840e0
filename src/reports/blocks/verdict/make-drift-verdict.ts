import { count } from '../../../kit/text/text-layout.ts';
import { countUnreadAccounts, isDriftUnknown } from '../../../model/report/drift-gaps.ts';
import type { DriftFrame } from '../../../model/report/report.ts';
import type { DriftReport } from '../../../model/report/report-document.ts';
import { classifyDriftAccount } from '../../classify/account-rank.ts';
import type { Tone } from '../../classify/object-states.ts';
import { listNames, type Phrase } from '../phrase.ts';
import { formatCost } from '../words/format-cost.ts';
import { makeAnswerCollector } from './answer-collector.ts';
import { listDistrust } from './list-distrust.ts';
import { listFolded } from './list-folded.ts';
import { listFurtherGroups, listGroups } from './list-groups.ts';
import { listNotCompared } from './list-not-compared.ts';
import { listOutsideGit } from './list-outside-git.ts';
import { plainVerdict, type Verdict } from './verdict.ts';

/** Members, and accounts that are left, that are named; more are counted. */
const maxNames = 10;

/** The verdict of a drift report. */
export async function makeDriftVerdict({ run, accounts }: DriftReport): Promise<Verdict> {
  const answers = makeAnswerCollector(run);
  let waiting = 0;
  for await (const account of accounts()) {
    if (account.kind === 'read') answers.add(account.items);
    if (classifyDriftAccount(account) === 'waits') waiting += 1;
  }
  const { cost, ignored, unapplied, skipped, unknownMembers = [] } = run;
  const { leftOut = 0 } = run;
  const notCompared = listNotCompared(run);
  const were = unapplied === 1 ? 'was' : 'were';
  return {
    ...plainVerdict,
    title: 'Drift of',
    tone: toTone(run, waiting),
    result: listResult(run, waiting),
    sentences: [
      ...(ignored === 0 ? [] : [`${count(ignored, 'difference')} ignored`]),
      // Named, because "no drift" would promise too much.
      ...(unapplied === 0
        ? []
        : [`${count(unapplied, 'account')} ${were} never applied according to the state`]),
      ...listLeft(run),
      ...notCompared.withoutBaseline,
      ...listAllowed(run),
      ...(leftOut === 0 ? [] : [`${count(leftOut, 'unmanaged change')} left out by cyclectl.yaml`]),
      ...(unknownMembers.length === 0
        ? []
        : [
            [
              'the service shows members that nothing compares: ',
              ...listNames(
                unknownMembers.slice(0, maxNames).map((name) => [{ name }]),
                unknownMembers.length - maxNames,
              ),
            ],
          ]),
      ...listDistrust(run),
      ...listFurtherGroups(run.groups),
      ...listFolded(run),
      ...notCompared.notOffered,
      ...(skipped === 0 ? [] : [`${count(skipped, 'account')} excluded by ${listNarrowing(run)}`]),
    ],
    cost: formatCost(cost),
    outside: listOutsideGit(run.outsideGit),
    groups: listGroups(run.groups),
    next: answers.list(),
  };
}

function listNarrowing({ select = [], shard }: DriftFrame): string {
  const options = [
    ...(select.length > 0 || shard === undefined ? ['--select'] : []),
    ...(shard === undefined ? [] : [`--shard ${shard}`]),
  ];
  return options.join(' and ');
}

function listLeft({ left = [] }: DriftFrame): readonly Phrase[] {
  if (left.length === 0) return [];
  const were = left.length === 1 ? 'was' : 'were';
  const says = `${count(left.length, 'account')} ${were} not compared within --budget, and the next run begins with ${left.length === 1 ? 'it' : 'them'}: `;
  const names = left.slice(0, maxNames).map((name) => [{ name }]);
  return [[says, ...listNames(names, left.length - maxNames)]];
}

const quiet = 'no drift, no unmanaged changes';

// A report of an earlier version knows nothing of unmanaged changes.
function isOfBefore({ byKind }: DriftFrame): boolean {
  return byKind.unmanaged === undefined;
}

function listResult(run: DriftFrame, waiting: number): readonly Phrase[] {
  const { items, unread, unclear = 0, unreadParts = 0 } = run;
  const kept = run.accounts - run.unapplied;
  const need = waiting === 1 ? 'needs' : 'need';
  return [
    ...(items > 0
      ? listDifferences(run)
      : isPartial(run)
        ? ['no drift in what was compared', count(run.accounts - unread, 'account')]
        : kept === 0
          ? ['nothing to compare yet']
          : [isOfBefore(run) ? 'no drift' : quiet, `${count(kept, 'account')} in sync`]),
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read`]),
    ...(unreadParts === 0
      ? []
      : [
          `${unreadParts === 1 ? '1 part of a cycle' : `${unreadParts} parts of cycles`} could not be read`,
        ]),
    ...(unclear === 0 ? [] : [`${count(unclear, 'object')} could not be compared`]),
    ...(items > 0 || waiting === 0 ? [] : [`${count(waiting, 'account')} ${need} a person`]),
    ...listNotCompared(run).notShown,
  ];
}

// An exit code that others decide is no claim about these accounts.
function listAllowed(run: DriftFrame): readonly string[] {
  const { maxUnread } = run;
  const unread = countUnreadAccounts(run);
  if (maxUnread === undefined || unread === 0) return [];
  const were = `${count(unread, 'account')} ${unread === 1 ? 'was' : 'were'} not read, or not whole, also when read again`;
  return [
    unread > maxUnread
      ? `${were}; --max-unread allows ${maxUnread}`
      : `${were}; --max-unread ${maxUnread} leaves the exit code to the others`,
  ];
}

// Changes that are only reported fail no account.
function listDifferences({
  items,
  withDrift,
  reported = 0,
  byKind,
  accounts,
}: DriftFrame): string[] {
  const { unmanaged = 0 } = byKind;
  const found = [
    ...(items === unmanaged ? [] : [count(items - unmanaged, 'difference')]),
    ...(unmanaged === 0 ? [] : [count(unmanaged, 'unmanaged change')]),
  ].join(' and ');
  if (reported === items) return [`no drift; ${found}, reported only`];
  const where = `${withDrift} of ${count(accounts, 'account')}`;
  if (reported === 0) return [`${found} in ${where}`];
  return [`${found}, ${reported} of them reported only`, `drift in ${where}`];
}

function toTone(run: DriftFrame, waiting: number): Tone {
  if (isDriftUnknown(run)) return 'bad';
  if (run.items > (run.reported ?? 0) || countUnreadAccounts(run) > 0) return 'attention';
  return waiting > 0 ? 'waiting' : 'good';
}

// An object that was not compared may have drifted.
function isPartial(run: DriftFrame): boolean {
  const { unread, unclear = 0, withoutBaseline = 0, uncompared = 0, leftOut = 0 } = run;
  const { left = [], notOffered } = run;
  const missing = unread + unclear + withoutBaseline + uncompared + leftOut + left.length;
  return missing + notOffered.length > 0;
}
