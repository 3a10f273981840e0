import { type Diagnostic, hasErrors, isAudit } from '../../model/diagnostic/diagnostic.ts';
import type { Notice } from '../../model/plan/notice.ts';
import { type AccountOutcome, isDone, isStopped, isSuccess } from '../../model/plan/outcome.ts';
import { type DriftItem, isReportedOnly } from '../../model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../model/plan/refused.ts';
import type { DriftAccount, PlannedAccount } from '../../model/report/report.ts';
import type { ValidatedAccount } from '../../model/report/report-document.ts';
import { isActionRequired } from '../blocks/notices/is-action-required.ts';
import type { StateStyle } from './object-states.ts';

/** States of an account in a report of any kind, worst first, as charts list them. */
export const accountStyles = {
  'left-paused': { label: 'cycles left paused', mark: '■', tone: 'bad' },
  failed: { label: 'failed', mark: '✕', tone: 'bad' },
  unread: { label: 'unreadable', mark: '?', tone: 'bad' },
  'not-planned': { label: 'not planned', mark: '✕', tone: 'bad' },
  refused: { label: 'refused in part', mark: '✕', tone: 'bad' },
  invalid: { label: 'not valid', mark: '✕', tone: 'bad' },
  stopped: { label: 'stopped early', mark: '–', tone: 'attention' },
  destroys: { label: 'deletes or replaces', mark: '−', tone: 'bad' },
  drift: { label: 'drift', mark: '≠', tone: 'attention' },
  waits: { label: 'waits for a person', mark: '…', tone: 'waiting' },
  interrupts: { label: 'interrupts cycles', mark: '~', tone: 'attention' },
  changes: { label: 'changes', mark: '~', tone: 'info' },
  reported: { label: 'changes reported only', mark: '≠', tone: 'info' },
  labels: { label: 'labels changed', mark: '≠', tone: 'info' },
  warned: { label: 'with warnings', mark: '!', tone: 'attention' },
  'git-moved': { label: 'changed in Git', mark: '~', tone: 'info' },
  'never-applied': { label: 'never applied', mark: '○', tone: 'quiet' },
  done: { label: 'done', mark: '✓', tone: 'good' },
  clean: { label: 'in sync', mark: '•', tone: 'good' },
} as const satisfies Readonly<Record<string, StateStyle>>;
export type AccountState = keyof typeof accountStyles;

/** The same, in order. */
export const accountStates = Object.keys(accountStyles) as readonly AccountState[];

/** The last of these states that means a failure. */
const lastFailedState: AccountState = 'stopped';

/** The last of these states that needs attention. */
const lastAttentionState: AccountState = 'waits';

/** Returns whether an account in this state needs attention. */
export function isAttentionRequired(state: AccountState): boolean {
  return accountStates.indexOf(state) <= accountStates.indexOf(lastAttentionState);
}

/** Returns whether an account in this state was not read, planned or applied as it should be. */
export function hasFailed(state: AccountState): boolean {
  return accountStates.indexOf(state) <= accountStates.indexOf(lastFailedState);
}

/** Classifies an account of a drift report. */
export function classifyDriftAccount(account: DriftAccount): AccountState {
  if (account.kind === 'unread') return 'unread';
  if (!account.items.every(isReportedOnly)) return 'drift';
  if (account.notices.some(isActionRequired)) return 'waits';
  if (account.items.some(({ unmanaged }) => unmanaged?.effect === 'runs')) return 'reported';
  if (account.items.length > 0) return 'labels';
  if (account.manifestMoved > 0) return 'git-moved';
  return account.isApplied ? 'clean' : 'never-applied';
}

/** Classifies an account of a plan. */
export function classifyPlannedAccount(account: PlannedAccount): AccountState {
  if (account.kind === 'unplanned') return account.isUnread ? 'unread' : 'not-planned';
  const { changes, notices, refused } = account.plan;
  if (refused !== undefined) return 'refused';
  if (changes.some(({ verb }) => verb === 'delete' || verb === 'replace')) return 'destroys';
  if (hasActionRequired(notices)) return 'waits';
  if (changes.some(({ impact }) => impact === 'interrupts')) return 'interrupts';
  return changes.length > 0 ? 'changes' : 'clean';
}

/** Classifies an account that was applied. */
export function classifyOutcome(outcome: AccountOutcome): AccountState {
  const diagnostics = listOutcomeDiagnostics(outcome);
  if (diagnostics.some(isLeftPaused)) return 'left-paused';
  if (isStopped(outcome)) return 'stopped';
  if (!isDone(outcome)) return 'failed';
  if (!isSuccess(outcome)) return 'refused';
  const isWaiting = outcome.outcomes.some(({ result }) => result === 'waiting');
  const isUnchecked = (outcome.checks ?? []).some(({ kind }) => kind === 'waits');
  if (isWaiting || isUnchecked) return 'waits';
  return diagnostics.length > 0 || outcome.webhooks !== undefined ? 'warned' : 'done';
}

/** Classifies an account that was validated. */
export function classifyValidatedAccount({ diagnostics }: ValidatedAccount): AccountState {
  if (hasErrors(diagnostics)) return 'invalid';
  return diagnostics.every(isAudit) ? 'clean' : 'warned';
}

/** Diagnostics of an account that was applied, cycles left paused first. */
export function listOutcomeDiagnostics({
  diagnostics,
  outcomes,
  refused = [],
}: AccountOutcome): readonly Diagnostic[] {
  const all = [
    ...outcomes.flatMap((item) => item.diagnostics),
    ...diagnostics,
    ...listRefusedDiagnostics(refused),
  ];
  return [...all.filter(isLeftPaused), ...all.filter((item) => !isLeftPaused(item))];
}

function isLeftPaused({ code }: Diagnostic): boolean {
  return code === 'left-paused';
}

// An action that apply does anyway needs no attention.
function hasActionRequired(notices: readonly Notice[]): boolean {
  return notices.some((notice) => notice.kind !== 'account-first' && isActionRequired(notice));
}

/** Reasons to review an account, worst first: the order of accounts in text, Markdown and HTML. */
const reasons = [
  'left-paused',
  'failed',
  'unread',
  'not-planned',
  'refused',
  'invalid',
  'stopped',
  'deletes',
  'replaces',
  'gone',
  'signed-out',
  'cycle-stopped',
  'moved-in-both',
  'waits',
  'interrupts',
  'drift',
  'changes',
  'reported',
  'labels',
  'warned',
  'git-moved',
  'never-applied',
  'done',
  'clean',
] as const satisfies readonly (Exclude<AccountState, 'destroys'> | FinerState)[];

/** Ranks accounts of the same state. */
type FinerState =
  | 'deletes'
  | 'replaces'
  | 'gone'
  | 'signed-out'
  | 'cycle-stopped'
  | 'moved-in-both';
type Reason = (typeof reasons)[number];

/** The rank of an account by its reason; lower comes first. */
export function toAccountRank(reason: Reason): number {
  return reasons.indexOf(reason);
}

/** The place of an account of a drift report. */
export function toDriftRank(account: DriftAccount): number {
  const state = classifyDriftAccount(account);
  if (account.kind === 'unread' || state !== 'drift') return toStateRank(state);
  const { items, notices } = account;
  const has = (kind: DriftItem['kind']): boolean => items.some((item) => item.kind === kind);
  if (has('gone')) return toAccountRank('gone');
  if (has('authentication-lost')) return toAccountRank('signed-out');
  if (has('stopped')) return toAccountRank('cycle-stopped');
  if (items.some(({ moved }) => moved === 'both')) return toAccountRank('moved-in-both');
  return toAccountRank(notices.some(isActionRequired) ? 'waits' : 'drift');
}

/** The place of an account of a plan. */
export function toPlanRank(account: PlannedAccount): number {
  const state = classifyPlannedAccount(account);
  if (account.kind === 'unplanned' || state !== 'destroys') return toStateRank(state);
  const isDeleting = account.plan.changes.some(({ verb }) => verb === 'delete');
  return toAccountRank(isDeleting ? 'deletes' : 'replaces');
}

/** The place of an account that was applied. */
export function toOutcomeRank(outcome: AccountOutcome): number {
  return toStateRank(classifyOutcome(outcome));
}

/** The place of an account that was validated. */
export function toValidationRank(account: ValidatedAccount): number {
  return toStateRank(classifyValidatedAccount(account));
}

function toStateRank(state: AccountState): number {
  return toAccountRank(state === 'destroys' ? 'deletes' : state);
}
