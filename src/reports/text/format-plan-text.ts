import { formatName } from '../../kit/text/format-name.ts';
import { count, formatSpread } from '../../kit/text/text-layout.ts';
import type { Change } from '../../model/plan/change.ts';
import { isFolded } from '../../model/plan/folded.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import {
  type CommandContext,
  type PlanFrame,
  type PlannedAccount,
  toCommandContext,
} from '../../model/report/report.ts';
import { toPlanRank } from '../classify/account-rank.ts';
import { orderByRank } from '../classify/order-by-rank.ts';
import { orderChangesByVerb } from '../classify/order-items.ts';
import { toPlanLabel } from '../classify/to-plan-label.ts';
import { formatOutsideGit } from '../phrases/list-outside-git.ts';
import { formatChange } from './format-change.ts';
import { formatNotices } from './format-notices.ts';
import { formatPlanEnd } from './format-plan-end.ts';
import { formatDiagnosticBlock } from './parts/format-diagnostic-block.ts';
import { formatTitle } from './parts/format-target.ts';
import type { Paint } from './parts/paint.ts';

/**
 * A plan as text, account by account, worst first, one in memory at a time. Unchanged accounts are
 * omitted.
 */
export async function* formatPlanText(
  frame: PlanFrame,
  accounts: () => Iterable<PlannedAccount> | AsyncIterable<PlannedAccount>,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const { target, cost, summary } = frame;
  yield `${formatTitle(toPlanLabel(frame).title, { target, cost, accounts: summary.accounts }, paint)}\n`;
  const rankOf = (account: PlannedAccount) => (hasText(account) ? toPlanRank(account) : null);
  for await (const account of orderByRank(accounts, rankOf)) {
    const lines =
      account.kind === 'planned'
        ? formatPlanned(account.plan, { paint, ...toCommandContext(frame) })
        : formatUnplanned(account, paint);
    yield `\n${lines.join('\n')}\n`;
  }
  yield* formatOutsideGit(frame.outsideGit);
  yield `\n${formatPlanEnd(frame, paint)}\n`;
}

function hasText(account: PlannedAccount): boolean {
  if (account.kind === 'unplanned') return true;
  const { changes, notices } = account.plan;
  return changes.length > 0 || !notices.every(isFolded);
}

function formatPlanned(
  plan: AccountPlan,
  manner: CommandContext & { readonly paint: Paint },
): string[] {
  const { paint } = manner;
  return [
    formatSpread(paint.bold(formatName(plan.account)), formatPlanSummary(plan)),
    ...formatChanges(plan, paint),
    ...formatNotices(plan.notices, manner),
  ];
}

/** The changes of an account as lines under its name. */
export function formatChanges({ changes, notices }: AccountPlan, paint: Paint): string[] {
  const unchecked = new Set(
    notices.flatMap((notice) => (notice.kind === 'names-unchecked' ? [notice.address] : [])),
  );
  return orderChangesByVerb(changes).map((change) =>
    formatChange(change, !unchecked.has(change.address), paint),
  );
}

/** The summary of an account: `2 creates, 1 change, interrupts 1 cycle`. */
export function formatPlanSummary(plan: AccountPlan): string {
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

function formatUnplanned(
  account: Extract<PlannedAccount, { readonly kind: 'unplanned' }>,
  paint: Paint,
): string[] {
  return [
    formatSpread(paint.bold(formatName(account.account)), paint.red('NOT PLANNED')),
    ...account.diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint)),
  ];
}
