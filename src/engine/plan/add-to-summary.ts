import { type Address, toAccountAddress } from '../../model/address.ts';
import type { Change } from '../../model/plan/change.ts';
import { addFolded } from '../../model/plan/folded.ts';
import type { AccountPlan, PlanSummary } from '../../model/plan/plan.ts';

/** The summary of a run before its first account. */
export const emptySummary: PlanSummary = {
  accounts: 0,
  accountsWithOperations: 0,
  notPlanned: 0,
  refused: 0,
  skipped: 0,
  creates: 0,
  updates: 0,
  replaces: 0,
  deletes: 0,
  adopts: 0,
  interrupts: 0,
  secrets: 0,
  waits: 0,
  operations: 0,
  notOffered: [],
  notReadable: 0,
  byHand: 0,
  newWebhookUrls: [],
  existing: 0,
  existingChanged: 0,
};

/** Adds one planned account to the summary. */
export function addToSummary(summary: PlanSummary, plan: AccountPlan): PlanSummary {
  const count = (verb: Change['verb']): number =>
    plan.changes.filter((change) => change.verb === verb).length;
  const [updates, replaces, deletes] = [count('update'), count('replace'), count('delete')];
  const isChanged = updates + replaces + deletes > 0;
  return {
    ...summary,
    ...addFolded(summary, plan.notices),
    accounts: summary.accounts + 1,
    accountsWithOperations: summary.accountsWithOperations + (plan.operations.length > 0 ? 1 : 0),
    refused: (summary.refused ?? 0) + (plan.refused ?? []).length,
    creates: summary.creates + count('create'),
    updates: summary.updates + updates,
    replaces: summary.replaces + replaces,
    deletes: summary.deletes + deletes,
    adopts: summary.adopts + count('adopt'),
    interrupts:
      summary.interrupts + plan.changes.filter((change) => change.impact === 'interrupts').length,
    secrets: summary.secrets + countSecrets(plan.changes),
    waits: summary.waits + plan.notices.filter((notice) => notice.kind === 'waits').length,
    operations: summary.operations + plan.operations.length,
    notOffered: [...new Set([...summary.notOffered, ...plan.notOffered])],
    notReadable: summary.notReadable + plan.notReadable,
    byHand:
      summary.byHand + plan.notices.filter((notice) => notice.kind.endsWith('by-hand')).length,
    newWebhookUrls: [...summary.newWebhookUrls, ...listNewWebhooks(plan.changes)],
    existing: summary.existing + (plan.isNew ? 0 : 1),
    existingChanged: summary.existingChanged + (!plan.isNew && isChanged ? 1 : 0),
    ...addRequests(summary, plan),
    ...addNotRead(summary, plan),
  };
}

function addRequests(
  { planRequests = 0, applyRequests = 0 }: PlanSummary,
  { requests }: AccountPlan,
): Pick<PlanSummary, 'planRequests' | 'applyRequests'> {
  if (requests === undefined) return {};
  return {
    planRequests: planRequests + requests.plan,
    applyRequests: applyRequests + requests.apply,
  };
}

const mostNamed = 5;

function addNotRead(
  { notRead }: PlanSummary,
  { account, notRead: added }: AccountPlan,
): Pick<PlanSummary, 'notRead'> {
  if (added === undefined) return {};
  const nothing = { accounts: 0, accountsInPart: 0, cycles: 0, first: [] };
  const { accounts, accountsInPart, cycles, first } = notRead ?? nothing;
  const isWhole = added.some((address) => address === toAccountAddress(account));
  return {
    notRead: {
      accounts: accounts + (isWhole ? 1 : 0),
      accountsInPart: accountsInPart + (isWhole ? 0 : 1),
      cycles: cycles + (isWhole ? 0 : added.length),
      first: [...first, ...added].slice(0, mostNamed),
    },
  };
}

function countSecrets(changes: readonly Change[]): number {
  return changes
    .flatMap((change) => ('fields' in change ? change.fields : []))
    .filter((field) => field.secret).length;
}

function listNewWebhooks(changes: readonly Change[]): readonly Address[] {
  return changes.flatMap((change) =>
    change.verb === 'replace' && change.webhooks.length > 0 ? [change.address] : [],
  );
}
