import { count } from '../../kit/text/text-layout.ts';
import { type CheckSummary, summariseChecks } from '../../model/manifest/check.ts';
import { type AccountOutcome, isNotBegun, isStopped } from '../../model/plan/outcome.ts';
import type { ApplyReport } from '../../model/report/report-document.ts';
import { listOutcomeConcerns } from '../judge/concern.ts';
import { type AccountState, judgeOutcome } from '../judge/rank-account.ts';
import { plainPaint } from '../text/parts/paint.ts';
import {
  listTroubles,
  sayBroken,
  sayMore,
  sayNotBegun,
  summariseOutcome,
  writeApplyEnd,
  writeOutcome,
} from '../text/write-apply-text.ts';
import { listOutsideGit } from '../words/list-outside-git.ts';
import type { Urgency } from './ledger.ts';
import {
  type Telling,
  type ToldAccount,
  writeCode,
  writeConcerns,
  writeTrouble,
} from './telling.ts';

const noChecks = summariseChecks([]);

/** What became of an apply in Markdown. */
export function tellApply({ run }: ApplyReport): Telling<AccountOutcome> {
  let checks: CheckSummary = noChecks;
  const notBegun: AccountOutcome[] = [];
  const environment = writeCode(run.target.environment);
  return {
    title:
      run.command === 'destroy'
        ? `cyclectl destroy in ${environment}`
        : `cyclectl apply to ${environment}`,
    columns: ['result'],
    tell: (outcome) => {
      checks = addChecks(checks, summariseChecks(outcome.checks ?? []));
      if (!isNotBegun(outcome)) return tellOutcome(outcome);
      // None of them has anything of its own to say.
      notBegun.push(outcome);
      return null;
    },
    verdict: () => sayVerdict(run),
    lead: () => [
      writeApplyEnd(run, { summary: run.summary, checks }),
      ...writeNotBegun(notBegun),
      ...listOutsideGit(run.outsideGit, writeCode),
    ],
    end: () => [],
  };
}

function tellOutcome(outcome: AccountOutcome): ToldAccount | null {
  const urgency = toUrgency(judgeOutcome(outcome));
  if (urgency === 3 && outcome.outcomes.length === 0) return null;
  const says = summariseOutcome(outcome);
  return {
    account: outcome.account,
    urgency,
    concern: urgency === 3 ? null : () => sayConcern(outcome, urgency),
    cells: [says],
    says,
    details: urgency === 3 ? null : () => writeOutcome(outcome, plainPaint),
    notices: null,
  };
}

function toUrgency(state: AccountState): Urgency {
  if (state === 'left-paused') return 0;
  if (state === 'failed' || state === 'stopped') return 1;
  return state === 'done' ? 3 : 2;
}

function writeNotBegun(outcomes: readonly AccountOutcome[]): string[] {
  if (outcomes.length === 0) return [];
  const { says, names } = sayNotBegun(outcomes);
  const all = [...names.map(writeCode), ...sayMore(outcomes)].join(', ');
  return [`**${says}** in ${count(outcomes.length, 'account')}: ${all}`];
}

function sayConcern(outcome: AccountOutcome, urgency: Urgency): string {
  const troubles = listTroubles(outcome);
  if (urgency === 0) return writeTrouble('LEFT PAUSED', troubles);
  if (urgency === 1) return writeTrouble(isStopped(outcome) ? 'STOPPED' : 'FAILED', troubles);
  if (troubles.length > 0) return writeTrouble('warning', troubles);
  return writeConcerns(listOutcomeConcerns(outcome));
}

function sayVerdict({ summary, notBegun, notPlanned }: ApplyReport['run']): string {
  const { accounts, accountsFailed, accountsStopped, operations } = summary;
  const { done, waiting } = operations;
  const left = notPlanned === 0 ? '' : `, ${count(notPlanned, 'account')} could not be planned`;
  if (notBegun !== undefined) return `${notBegunWords[notBegun]}${left}`;
  if (accountsFailed + accountsStopped > 0) {
    return `${sayBroken(accountsFailed, accountsStopped, accounts)}${left}`;
  }
  if (done + waiting === 0) return `nothing ${notPlanned > 0 ? 'was done' : 'to do'}${left}`;
  return `${count(done, 'write')} done and verified${left}`;
}

const notBegunWords = {
  refused: 'refused, nothing was begun',
  declined: 'declined, nothing was begun',
  'nobody-to-ask': 'nobody to ask, nothing was begun',
} as const;

function addChecks(left: CheckSummary, right: CheckSummary): CheckSummary {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    notMade: left.notMade + right.notMade,
    waits: left.waits + right.waits,
    notFound: left.notFound + right.notFound,
  };
}
