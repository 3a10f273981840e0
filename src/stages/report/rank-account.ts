import type { Diagnostic } from '../../model/diagnostic.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import type { Notice } from '../../model/notice.ts';
import { type AccountOutcome, isStopped, isSuccess } from '../../model/outcome.ts';
import type { DriftAccount, PlannedAccount } from '../../model/report.ts';
import type { ValidatedAccount } from '../../model/report-document.ts';
import { isForPerson } from './write-notices.ts';

/** What an account comes to in a report of any kind, what needs a person most first. */
export const accountStates = [
  'left-paused',
  'failed',
  'unread',
  'not-planned',
  'invalid',
  'stopped',
  'destroys',
  'drift',
  'waits',
  'interrupts',
  'changes',
  'warned',
  'git-moved',
  'never-applied',
  'done',
  'clean',
] as const;
export type AccountState = (typeof accountStates)[number];

/** The place of a state in that order; what has a lower one comes first. */
export function rankAccount(state: AccountState): number {
  return accountStates.indexOf(state);
}

/** Whether somebody has to look at an account in this state before all is well. */
export function needsPerson(state: AccountState): boolean {
  return rankAccount(state) <= rankAccount('waits');
}

/** What an account of a drift report comes to. */
export function judgeDrifted(account: DriftAccount): AccountState {
  if (account.kind === 'unread') return 'unread';
  if (account.items.length > 0) return 'drift';
  if (account.notices.some(isForPerson)) return 'waits';
  if (account.manifestMoved > 0) return 'git-moved';
  return account.isApplied ? 'clean' : 'never-applied';
}

/** What an account of a plan comes to. */
export function judgePlanned(account: PlannedAccount): AccountState {
  if (account.kind === 'unplanned') return account.isUnread ? 'unread' : 'not-planned';
  const { changes, notices } = account.plan;
  if (changes.some(({ verb }) => verb === 'delete' || verb === 'replace')) return 'destroys';
  if (isWaitedFor(notices)) return 'waits';
  if (changes.some(({ impact }) => impact === 'interrupts')) return 'interrupts';
  return changes.length > 0 ? 'changes' : 'clean';
}

/** What an account that was applied comes to. */
export function judgeOutcome(outcome: AccountOutcome): AccountState {
  const diagnostics = listToldOf(outcome);
  if (diagnostics.some(isLeftPaused)) return 'left-paused';
  if (isStopped(outcome)) return 'stopped';
  if (!isSuccess(outcome)) return 'failed';
  const isWaiting = outcome.outcomes.some(({ result }) => result === 'waiting');
  const isUnchecked = (outcome.checks ?? []).some(({ kind }) => kind === 'waits');
  if (isWaiting || isUnchecked) return 'waits';
  return diagnostics.length > 0 || outcome.webhooks !== undefined ? 'warned' : 'done';
}

/** What an account that was validated comes to. */
export function judgeValidated({ diagnostics }: ValidatedAccount): AccountState {
  if (hasErrors(diagnostics)) return 'invalid';
  return diagnostics.length > 0 ? 'warned' : 'clean';
}

/** All that was told of an account that was applied, its cycles that were left paused first. */
export function listToldOf({ diagnostics, outcomes }: AccountOutcome): readonly Diagnostic[] {
  const all = [...diagnostics, ...outcomes.flatMap((item) => item.diagnostics)];
  return [...all.filter(isLeftPaused), ...all.filter((item) => !isLeftPaused(item))];
}

function isLeftPaused({ code }: Diagnostic): boolean {
  return code === 'left-paused';
}

// What an apply does anyway is no reason to look first.
function isWaitedFor(notices: readonly Notice[]): boolean {
  return notices.some((notice) => notice.kind !== 'account-first' && isForPerson(notice));
}
