import { isAudit } from '../diagnostic/diagnostic.ts';
import type { Notice, WarningNotice } from './notice.ts';

/** Counts over a run: fields, and the accounts that have them. */
export type FoldedCounts = {
  readonly unverifiedSecrets: number;
  readonly unverifiedSchedules: number;
  readonly unverifiedCategories: number;
  readonly unverifiedAccounts: number;
  readonly unsetSecrets: number;
  readonly unsetAccounts: number;
  readonly otherKeySecrets: number;
  readonly otherKeyAccounts: number;
  readonly audited: number;
  readonly auditedAccounts: number;
};

/** The same; one that is absent is none. */
export type Folded = Partial<FoldedCounts>;

type FoldedNotice =
  | Extract<Notice, { readonly kind: 'never-verified' | 'not-compared' | 'other-key' }>
  /** A violation of a policy that only records it. */
  | WarningNotice;

/** Returns whether a report for people counts a notice for the whole run; data has each. */
export function isFolded(notice: Notice): notice is FoldedNotice {
  const { kind } = notice;
  if (kind === 'warning') return isAudit(notice.diagnostic);
  return kind === 'never-verified' || kind === 'not-compared' || kind === 'other-key';
}

/** Adds the counts of one more account. */
export function addFolded(counts: Folded, notices: readonly Notice[]): Folded {
  const added = { ...counts };
  const names = notices.filter(isFolded).flatMap(nameCounts);
  // An account counts once, whatever it has many of.
  const once = new Set(names.filter((name) => name.endsWith('Accounts')));
  for (const name of [...names.filter((each) => !each.endsWith('Accounts')), ...once]) {
    added[name] = (added[name] ?? 0) + 1;
  }
  return added;
}

function nameCounts(notice: FoldedNotice): readonly (keyof FoldedCounts)[] {
  if (notice.kind === 'warning') return ['audited', 'auditedAccounts'];
  if (notice.kind === 'never-verified') return [unverified[notice.what], 'unverifiedAccounts'];
  return notice.kind === 'not-compared'
    ? ['unsetSecrets', 'unsetAccounts']
    : ['otherKeySecrets', 'otherKeyAccounts'];
}

const unverified = {
  secret: 'unverifiedSecrets',
  schedule: 'unverifiedSchedules',
  category: 'unverifiedCategories',
} as const;
