import { count, spread } from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import type { Change } from '../../model/plan/change.ts';
import { isFolded } from '../../model/plan/folded.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import {
  type CommandPlace,
  type PlanFrame,
  type PlannedAccount,
  toPlace,
} from '../../model/report/report.ts';
import { namePlan } from '../judge/name-plan.ts';
import { rankPlanned } from '../judge/rank-account.ts';
import { sortChanges } from '../judge/sort-items.ts';
import { worstFirst } from '../judge/worst-first.ts';
import { writeOutsideGit } from '../words/list-outside-git.ts';
import type { Paint } from './parts/paint.ts';
import { writeDiagnosticBlock } from './parts/write-diagnostic-block.ts';
import { writeTitle } from './parts/write-target.ts';
import { writeChange } from './write-change.ts';
import { writeNotices } from './write-notices.ts';
import { writePlanEnd } from './write-plan-end.ts';

/**
 * A plan for people, account by account, worst first; no more than one of them is in memory. An account that
 * has nothing to say is not printed.
 */
export async function* writePlanText(
  frame: PlanFrame,
  accounts: () => Iterable<PlannedAccount> | AsyncIterable<PlannedAccount>,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const { target, cost, summary } = frame;
  yield `${writeTitle(namePlan(frame).title, { target, cost, accounts: summary.accounts }, paint)}\n`;
  const rankOf = (account: PlannedAccount) => (hasText(account) ? rankPlanned(account) : null);
  for await (const account of worstFirst(accounts, rankOf)) {
    const lines =
      account.kind === 'planned'
        ? writePlanned(account.plan, { paint, ...toPlace(frame) })
        : writeUnplanned(account, paint);
    yield `\n${lines.join('\n')}\n`;
  }
  yield* writeOutsideGit(frame.outsideGit);
  yield `\n${writePlanEnd(frame, paint)}\n`;
}

function hasText(account: PlannedAccount): boolean {
  if (account.kind === 'unplanned') return true;
  const { changes, notices } = account.plan;
  return changes.length > 0 || !notices.every(isFolded);
}

function writePlanned(
  plan: AccountPlan,
  manner: CommandPlace & { readonly paint: Paint },
): string[] {
  const { paint } = manner;
  return [
    spread(paint.bold(writeName(plan.account)), summarisePlan(plan)),
    ...writeChanges(plan, paint),
    ...writeNotices(plan.notices, manner),
  ];
}

/** The changes of an account, each as lines beneath its name. */
export function writeChanges({ changes, notices }: AccountPlan, paint: Paint): string[] {
  const unchecked = new Set(
    notices.flatMap((notice) => (notice.kind === 'names-unchecked' ? [notice.address] : [])),
  );
  return sortChanges(changes).map((change) =>
    writeChange(change, !unchecked.has(change.address), paint),
  );
}

/** What an account comes to: `2 creates, 1 change, interrupts 1 cycle`. */
export function summarisePlan(plan: AccountPlan): string {
  const countVerbs = (...verbs: readonly Change['verb'][]): number =>
    plan.changes.filter((change) => verbs.includes(change.verb)).length;
  const [creates, deletes, adopts] = [
    countVerbs('create'),
    countVerbs('delete'),
    countVerbs('adopt'),
  ];
  const [updates, replaces] = [countVerbs('update'), countVerbs('replace')];
  const interrupts = plan.changes.filter((change) => change.impact === 'interrupts').length;
  const words = [
    ...(plan.isNew ? ['new account'] : []),
    ...(creates > 0 ? [count(creates, 'create')] : []),
    ...(updates > 0 ? [count(updates, 'change')] : []),
    ...(replaces > 0 ? [count(replaces, 'replace')] : []),
    ...(deletes > 0 ? [count(deletes, 'delete')] : []),
    ...(adopts > 0 ? [count(adopts, 'adopt')] : []),
    ...(interrupts > 0 ? [`interrupts ${count(interrupts, 'cycle')}`] : []),
  ];
  return words.length === 0 ? 'nothing to do' : words.join(', ');
}

function writeUnplanned(
  account: Extract<PlannedAccount, { readonly kind: 'unplanned' }>,
  paint: Paint,
): string[] {
  return [
    spread(paint.bold(writeName(account.account)), paint.red('NOT PLANNED')),
    ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
  ];
}
